internal import Glibc
package import MayflyModel

/// A script: its steps with the numbers of their lines.
package struct Script: Sendable, Equatable {
    package struct Line: Sendable, Equatable {
        /// Counted from 1.
        package let number: Int
        package let text: String
        package let step: ScriptStep
    }

    package let lines: [Line]

    /// Reads the whole text; lines may end as on Unix or as on Windows.
    ///
    /// Throws `.invalidScript` with the number and the text of the first line that is not understood.
    package init(_ text: String) throws(MayflyError) {
        var lines: [Line] = []
        let texts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in texts.enumerated() {
            do {
                guard let step = try ScriptStep.reading(String(line)) else { continue }
                lines.append(Line(number: index + 1, text: line.trimmed, step: step))
            } catch {
                throw Self.failure(error, line: index + 1)
            }
        }
        self.lines = lines
    }

    /// Adds the number of the script line to an error.
    package static func failure(_ error: MayflyError, line: Int) -> MayflyError {
        MayflyError(error.code, "script line \(line): \(error.message)", cause: error)
    }
}

extension Script {
    /// In bytes; a larger script is refused.
    private static let maximumSize = 1024 * 1024

    /// Reads a file, or standard input for `-`.
    init(path: String) throws(MayflyError) {
        let name = "the script '\(SafeText.line(path))'"
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor > STDIN_FILENO { close(descriptor) } }
        guard descriptor >= 0, let bytes = Self.bytes(of: descriptor) else {
            throw MayflyError(.files, "\(name) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard bytes.count <= Self.maximumSize else {
            throw MayflyError(.invalidScript, "\(name) is larger than \(Self.maximumSize) bytes")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw MayflyError(.invalidScript, "\(name) is not UTF-8 text")
        }
        try self.init(text)
    }

    /// The whole content, or its beginning with at least one byte more than is allowed. Nil on an error, with `errno` set.
    private static func bytes(of descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count <= maximumSize {
            var status = 0
            let piece = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
                status = read(descriptor, buffer.baseAddress, buffer.count)
                count = max(status, 0)
            }
            if status < 0, errno == EINTR { continue }
            guard status >= 0 else { return nil }
            guard status > 0 else { break }
            bytes += piece
        }
        return bytes
    }
}
