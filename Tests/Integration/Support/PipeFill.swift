import Foundation

/// More bytes than a pipe holds, so that whoever wrote them knows that the reader has begun to read.
enum PipeFill {
    /// Writes them, none of which mean anything. Throws when the last reader is gone, instead of waiting for ever.
    static func write(to descriptor: Int32) throws {
        try PipeSignal.blocked {
            try FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(count: 200_000))
        }
    }
}
