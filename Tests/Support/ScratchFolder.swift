import Foundation

/// A folder of one test, removed with this value.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "mayfly-test-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The absolute path of something in the folder, whether or not it is there.
    func at(_ relative: String) -> String { path + "/" + relative }

    /// Writes a file and makes the folders above it.
    @discardableResult
    func write(_ bytes: [UInt8], to relative: String) throws -> String {
        let target = URL(filePath: at(relative))
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: target)
        return target.path
    }

    @discardableResult
    func write(_ text: String, to relative: String) throws -> String { try write(Array(text.utf8), to: relative) }

    @discardableResult
    func makeFolder(_ relative: String) throws -> String {
        try FileManager.default.createDirectory(atPath: at(relative), withIntermediateDirectories: true)
        return at(relative)
    }

    /// Makes a link; the target is taken as it is.
    func link(_ relative: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: at(relative), withDestinationPath: target)
    }

    func makeFIFO(_ relative: String) throws {
        guard mkfifo(at(relative), 0o600) == 0 else { throw POSIXError(.EIO) }
    }

    func remove(_ relative: String) throws { try FileManager.default.removeItem(atPath: at(relative)) }

    func has(_ relative: String) -> Bool { FileManager.default.fileExists(atPath: at(relative)) }

    func names(_ relative: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: at(relative)).sorted()
    }

    func bytes(_ relative: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: at(relative)))) }
}
