import MayflyABI

/// What the host does with the bytes that a worker sends.
enum FrameInput {
    /// What a stream comes to: its frames until the first error.
    private struct Reading: Equatable {
        var frames: [Frame] = []
        var error: WireError?
    }

    static func read(_ bytes: [UInt8]) {
        let whole = reading(of: bytes, pieces: max(bytes.count, 1))
        // The pieces in which a stream arrives mean nothing.
        precondition(whole == reading(of: bytes, pieces: 1 + bytes.count % 61), "the pieces of a stream matter")
        for frame in whole.frames {
            precondition(Array(frame.bytes.dropFirst(Frame.lengthBytes)).count >= Frame.headerBytes)
            take(frame)
        }
    }

    private static func reading(of bytes: [UInt8], pieces size: Int) -> Reading {
        var reading = Reading()
        var buffer = FrameBuffer()
        do throws(WireError) {
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { buffer.append($0) }
                while let frame = try buffer.next() { reading.frames.append(frame) }
            }
        } catch {
            reading.error = error
        }
        return reading
    }

    /// Reads the payload as the kind of the frame says, in either direction.
    private static func take(_ frame: Frame) {
        let record: Record? =
            switch frame.kind {
            case .open: Table.open
            case .makeInstance: Table.newInstance
            case .opened: Table.opened
            case .refused: Table.refused
            case .instanceMade: Table.instanceMade
            case .violation: Table.violation
            case .callback, .completion, .returned, .call, .completionReturned: nil
            }
        if let record { RowInput.read(frame.payload, as: record) }
        guard let function = Table.function(frame.function) else { return }
        if frame.kind == .returned {
            RowInput.readResult(frame.payload, of: function)
        } else {
            RowInput.readArguments(frame.payload, of: function)
        }
    }
}
