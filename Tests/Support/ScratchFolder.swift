internal import Foundation

/// A folder of one test, removed with this value.
package final class ScratchFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "mayfly-test-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The absolute path of something in the folder, whether or not it is there.
    package func at(_ relative: String) -> String { path + "/" + relative }

    /// Writes a file and makes the folders above it.
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

    /// Makes a link; the target is taken as it is.
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
