import Foundation

/// The lines that a program prints, read as they come.
struct LineSource {
    private let file: FileHandle
    private var pending = Data()
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(_ file: FileHandle) { self.file = file }

    /// Waits for the next line, and gives it without its end; nil at the end of the file, or where nothing can be read.
    mutating func next() -> Data? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending = pending[pending.index(after: end)...] }
                return pending[..<end]
            }
            // A socket whose other end was killed gives an error, on which `FileHandle.availableData` traps.
            let count = read(file.fileDescriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            // Without the lines that were read.
            pending = Data(pending) + buffer[..<count]
        }
    }
}
