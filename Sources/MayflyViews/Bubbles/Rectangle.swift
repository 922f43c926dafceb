/// A rectangle in points; y grows downwards.
public struct Rectangle: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public var maxX: Double { x + width }
    public var maxY: Double { y + height }

    /// The rectangle in the terms of what this one's origin lies in.
    func moved(by x: Double, _ y: Double) -> Rectangle {
        Rectangle(x: self.x + x, y: self.y + y, width: width, height: height)
    }

    /// The rectangle without a margin at each side; never less than nothing.
    func inset(by x: Double, _ y: Double) -> Rectangle {
        Rectangle(x: self.x + x, y: self.y + y, width: max(0, width - 2 * x), height: max(0, height - 2 * y))
    }
}
