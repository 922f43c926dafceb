internal import MayflyModel

/// Reads numbers of a picture file in order. The error names the part in which the file ends too early; its text is made only
/// for an error.
struct ByteCursor {
    let bytes: [UInt8]
    private(set) var position: Int
    private var parts = 0
    private let mostParts: Int

    /// `parts` is how many chunks, boxes, blocks or segments the file may have.
    init(_ bytes: [UInt8], at position: Int = 0, parts: Int = PictureSize.maximumParts) {
        self.bytes = bytes
        mostParts = parts
        self.position = position
    }

    var left: Int { bytes.count - position }

    /// Counts a chunk, box, block or segment, before it is read. `kind` is the plural for the error.
    mutating func beginPart(_ kind: StaticString) throws(PictureProblem) {
        parts += 1
        guard parts <= mostParts else {
            throw PictureProblem("more than \(grouped(mostParts)) \(kind)")
        }
    }

    mutating func byte(_ part: @autoclosure () -> String) throws(PictureProblem) -> UInt8 {
        guard left >= 1 else { throw truncated(part()) }
        position += 1
        return bytes[position - 1]
    }

    mutating func bigShort(_ part: @autoclosure () -> String) throws(PictureProblem) -> Int {
        Int(try byte(part())) << 8 | Int(try byte(part()))
    }

    mutating func littleShort(_ part: @autoclosure () -> String) throws(PictureProblem) -> Int {
        Int(try byte(part())) | Int(try byte(part())) << 8
    }

    mutating func bigWord(_ part: @autoclosure () -> String) throws(PictureProblem) -> UInt32 {
        UInt32(try bigShort(part())) << 16 | UInt32(try bigShort(part()))
    }

    mutating func skip(_ count: Int, _ part: @autoclosure () -> String) throws(PictureProblem) {
        guard count >= 0, left >= count else { throw truncated(part()) }
        position += count
    }

    private func truncated(_ part: String) -> PictureProblem {
        PictureProblem("truncated: it ends after \(grouped(bytes.count)) bytes, in \(part)")
    }
}
