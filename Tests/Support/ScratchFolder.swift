internal import Foundation

/// A temporary folder of one test, which is removed with this value.
package final class ScratchFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "mayfly-test-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The absolute path of a file in the folder, which need not exist.
    package func at(_ relative: String) -> String { path + "/" + relative }

    /// Writes a file and creates its parent folders.
    @discardableResult
    package func write(_ bytes: [UInt8], to relative: String) throws -> String {
        let target = URL(filePath: at(relative))
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: target)
        return target.path
    }

    @discardableResult
    package func write(_ text: String, to relative: String) throws -> String {
        try write(Array(text.utf8), to: relative)
    }

    @discardableResult
    package func makeFolder(_ relative: String) throws -> String {
        try FileManager.default.createDirectory(atPath: at(relative), withIntermediateDirectories: true)
        return at(relative)
    }

    /// Creates a symbolic link with this target, unchanged.
    package func link(_ relative: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: at(relative), withDestinationPath: target)
    }

    package func makeFIFO(_ relative: String) throws {
        guard mkfifo(at(relative), 0o600) == 0 else { throw POSIXError(.EIO) }
    }

    package func remove(_ relative: String) throws { try FileManager.default.removeItem(atPath: at(relative)) }

    package func has(_ relative: String) -> Bool { FileManager.default.fileExists(atPath: at(relative)) }

    package func names(_ relative: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: at(relative)).sorted()
    }

    package func bytes(_ relative: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: at(relative))))
    }
}
