import Foundation
import MayflyFuzzing

/// The files that fuzzing begins with, and those that once went wrong.
enum Corpus {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Real inputs of a reader, in the order of their names.
    static func seeds(of reader: FuzzedReader) throws -> [[UInt8]] { try files(in: "Corpus", of: reader) }

    /// Inputs that a reader once crashed on, took too long for or got wrong; each is a file named after what it is.
    static func cases(of reader: FuzzedReader) throws -> [[UInt8]] { try files(in: "Cases", of: reader) }

    private static func files(in kind: String, of reader: FuzzedReader) throws -> [[UInt8]] {
        let folder = folder.appending(path: "\(kind)/\(reader.rawValue)")
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { Array(try Data(contentsOf: folder.appending(path: $0))) }
    }
}
