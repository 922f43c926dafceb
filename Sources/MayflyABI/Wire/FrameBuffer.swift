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
    /// kind, before the rest of the frame has arrived.
    package mutating func next() throws(WireError) -> Frame? {
        guard waitingBytes >= Frame.lengthBytes else { return nil }
        let length = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
        guard length >= Frame.headerBytes, length <= Frame.largest else {
            throw WireError("a frame of \(length) bytes; \(Frame.headerBytes) to \(Frame.largest) are allowed")
        }
        if waitingBytes > Frame.lengthBytes, let kind = Frame.Kind(rawValue: bytes[start + Frame.lengthBytes]) {
            let payload = Int(length) - Frame.headerBytes
            guard payload <= kind.longestPayload else {
                throw WireError(
                    "a frame of kind \(kind) with \(payload) bytes; at most \(kind.longestPayload) are allowed"
                )
            }
        }
        let end = start + Frame.lengthBytes + Int(length)
        guard bytes.count >= end else { return nil }
        let frame = try Frame(WireReader(bytes, from: start + Frame.lengthBytes, to: end))
        start = end
        if start > Frame.largest {
            bytes.removeFirst(start)
            start = 0
        }
        return frame
    }
}
