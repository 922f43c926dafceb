internal import Foundation
internal import MayflyModel

extension Script {
    /// A larger script is refused.
    static let maximumSize = 1024 * 1024

    /// Reads a file, or standard input for `-`.
    init(path: String) throws {
        let name = "the script '\(SafeText.line(path))'"
        let data: Data
        do {
            let file = path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
            data = try Self.bytes(of: file)
        } catch {
            throw MayflyError(.files, "\(name) cannot be read", cause: error)
        }
        guard data.count <= Self.maximumSize else {
            throw MayflyError(.invalidScript, "\(name) is larger than \(Self.maximumSize) bytes")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw MayflyError(.invalidScript, "\(name) is not UTF-8 text")
        }
        try self.init(text)
    }

    /// A pipe gives its bytes in pieces; one byte too many is enough to know.
    private static func bytes(of file: FileHandle) throws -> Data {
        var data = Data()
        while data.count <= maximumSize {
            guard let piece = try file.read(upToCount: maximumSize + 1 - data.count), !piece.isEmpty else { break }
            data += piece
        }
        return data
    }
}
