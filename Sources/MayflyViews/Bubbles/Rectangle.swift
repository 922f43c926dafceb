/// A rectangle in points; y grows downwards.
public struct Rectangle: Sendable, Hashable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// In points; not negative in what a layout gives.
    public var width: Double
    /// In points; not negative in what a layout gives.
    public var height: Double

    /// Takes the values as they are; nothing is checked.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The right edge.
    public var maxX: Double { x + width }
    /// The lower edge.
    public var maxY: Double { y + height }

    /// The rectangle with its origin moved by these distances.
    func moved(by x: Double, _ y: Double) -> Rectangle {
        Rectangle(x: self.x + x, y: self.y + y, width: width, height: height)
    }

    /// The rectangle without a margin at each side; its size is never negative.
    func inset(by x: Double, _ y: Double) -> Rectangle {
        Rectangle(x: self.x + x, y: self.y + y, width: max(0, width - 2 * x), height: max(0, height - 2 * y))
    }
}
