/// Where a person drops a sticker: on which bubble, and how it lies there. `StickerPlacement` has the ranges.
public struct BubblePosition: Sendable, Hashable {
    /// The number of the bubble's row, from 1 at the top of the transcript.
    public var bubble: Int
    public var x = 0.5
    public var y = 0.5
    public var scale = 1.0
    /// Degrees clockwise.
    public var rotation = 0.0

    public init(bubble: Int) { self.bubble = bubble }
}
