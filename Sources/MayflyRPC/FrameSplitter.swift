/// Splits what a client sends into lines of at most `limit` bytes.
///
/// Of a longer line nothing is kept: it is reported once, when its limit is passed, and left out up to its end.
package struct FrameSplitter {
    /// What a client sent.
    package enum Frame: Equatable {
        /// A line without its end.
        case line([UInt8])
        /// A line with more bytes than the limit.
        case tooLong
    }

    private let limit: Int
    private var line: [UInt8] = []
    /// Whether the rest of a line that is too long is left out.
    private var isSkipping = false

    /// `limit` is the largest line in bytes, without its end; nil means that of the protocol.
    package init(limit: Int? = nil) { self.limit = limit ?? ConnectionLimits.line }

    /// The frames that these bytes complete.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [Frame] {
        var frames: [Frame] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if !isSkipping { frames.append(.line(line)) }
                line.removeAll(keepingCapacity: line.count < 1 << 16)
                isSkipping = false
            } else if isSkipping {
                continue
            } else if line.count == limit {
                frames.append(.tooLong)
                line = []
                isSkipping = true
            } else {
                line.append(byte)
            }
        }
        return frames
    }
}
