import Foundation

/// The lines that a program prints, read as they come.
struct LineSource {
    private let file: FileHandle
    private var pending = Data()

    init(_ file: FileHandle) { self.file = file }

    /// Waits for the next line, and gives it without its end; nil at the end of the file.
    mutating func next() -> Data? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                defer { pending = pending[pending.index(after: end)...] }
                return pending[..<end]
            }
            let data = file.availableData
            guard !data.isEmpty else { return nil }
            // Without the lines that were read.
            pending = Data(pending) + data
        }
    }
}
