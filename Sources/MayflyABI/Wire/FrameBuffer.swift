/// Cuts the byte stream of a socket into frames, however the bytes are cut into pieces.
package struct FrameBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0

    /// Begins with no bytes.
    package init() {}

    /// Adds what was read from the socket.
    package mutating func append(_ piece: UnsafeRawBufferPointer) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            start = 0
        }
        bytes.append(contentsOf: piece)
    }

    /// How many bytes were added and are not part of a frame that `next` has returned.
    package var waitingBytes: Int { bytes.count - start }

    /// The next whole frame; nil when more bytes are needed. Throws for a length that no frame may have, or no frame of its
    /// kind or function, before the rest of the frame has arrived.
    package mutating func next() throws(WireError) -> Frame? {
        guard waitingBytes >= Frame.lengthBytes else { return nil }
        let length = Int(number(at: 0, as: UInt32.self))
        let most = longestFrame
        guard length >= Frame.headerBytes, length <= most else {
            throw WireError("a frame of \(length) bytes; \(Frame.headerBytes) to \(most) are allowed")
        }
        let end = start + Frame.lengthBytes + length
        guard bytes.count >= end else { return nil }
        let frame = try Frame(WireReader(bytes, from: start + Frame.lengthBytes, to: end))
        start = end
        if start > Frame.largest {
            bytes.removeFirst(start)
            start = 0
            // A long frame is rare: its room is not kept.
            if bytes.isEmpty { bytes = [] }
        }
        return frame
    }

    /// How long the frame may be, as far as its beginning has arrived.
    private var longestFrame: Int {
        guard waitingBytes > Frame.lengthBytes else { return Frame.headerBytes + Frame.longestPayload }
        guard let kind = Frame.Kind(rawValue: number(at: 4, as: UInt8.self)) else { return Frame.largest }
        guard kind == .call else { return Frame.headerBytes + kind.longestPayload }
        guard waitingBytes >= 8 else { return Frame.headerBytes + Frame.longestPayload }
        // What may be shorter than other calls is checked with the call.
        let function = Table.function(number(at: 6, as: UInt16.self))
        return Frame.headerBytes + max(kind.longestPayload, function?.longestPayload ?? 0)
    }

    /// A number at an offset in the next frame, its length included.
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start + offset, as: type) }
    }
}
