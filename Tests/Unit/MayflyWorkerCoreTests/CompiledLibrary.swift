import Foundation
import Glibc
import MayflyModel
import MayflyTestSupport
import Testing

/// A C text that was compiled to a library and opened in this process.
struct CompiledLibrary: @unchecked Sendable {
    // Safe because the handle is only read, and never closed.
    private let handle: UnsafeMutableRawPointer

    init(_ source: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mayfly-library-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "source.c")
        try source.write(to: file, atomically: true, encoding: .utf8)
        let library = folder.appending(path: "library.so").path
        try run("cc", ["-shared", "-fPIC", "-o", library, file.path])
        handle = try #require(dlopen(library, RTLD_NOW | RTLD_LOCAL))
    }

    func function(_ name: String) throws -> UnsafeMutableRawPointer { try #require(dlsym(handle, name)) }
}

/// Sixteen bytes that count from zero.
enum UUIDBytes {
    static let counting = UUID128(bytes: (0..<16).map { UInt8($0) })
}
