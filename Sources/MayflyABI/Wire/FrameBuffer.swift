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
        let longest = Frame.headerBytes + Frame.longestPayload
        guard length >= Frame.headerBytes, length <= longest else {
            throw WireError("a frame of \(length) bytes; \(Frame.headerBytes) to \(longest) are allowed")
        }
        if let most = longestPayload, length - Frame.headerBytes > most {
            throw WireError(
                "a frame with \(length - Frame.headerBytes) bytes; at most \(most) are allowed in such a frame"
            )
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

    /// How long the payload of the next frame may be; nil until its kind and its function have arrived, as far as they matter.
    private var longestPayload: Int? {
        guard waitingBytes > Frame.lengthBytes else { return nil }
        let kind = Frame.Kind(rawValue: number(at: 4, as: UInt8.self))
        guard kind == .call || kind == .completion else {
            return kind?.longestPayload ?? Frame.Kind.call.longestPayload
        }
        guard waitingBytes >= 8 else { return nil }
        // What may be shorter than other calls is checked with the call.
        let function = Table.function(number(at: 6, as: UInt16.self))
        let longest = kind == .call ? function?.longestPayload : function?.longestAnswer
        return max(Frame.Kind.call.longestPayload, longest ?? 0)
    }

    /// A number at an offset in the next frame, its length included.
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start + offset, as: type) }
    }
}
