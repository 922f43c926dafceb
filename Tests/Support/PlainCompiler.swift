package import Foundation

/// Builds C and C++ files of the tests as authors of extensions do: with the system's compiler and only the headers.
///
/// The results are stored in the folder of the test programs, under a digest of all inputs. So each library is compiled
/// once for all tests that use it, for later runs, and for the second run as an ordinary user.
package enum PlainCompiler {
    /// Compiles `source` to a file at `path`, which is replaced.
    ///
    /// - Parameters:
    ///   - command: The compiler, with the arguments before the source.
    ///   - options: The arguments after the source, such as libraries.
    package static func build(
        _ command: [String],
        from source: URL,
        options: [String] = [],
        to path: String
    ) throws {
        let key = digest(command + options, source)
        let kept = folder.appending(path: key).path
        if !FileManager.default.fileExists(atPath: kept) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let draft = kept + ".\(UUID())"
            try compile(command + ["-o", draft, source.path] + options)
            guard rename(draft, kept) == 0 else { throw CocoaError(.fileWriteUnknown) }
        }
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: kept, toPath: path)
    }

    private static let folder = URL(filePath: Bundle.main.bundlePath).appending(path: "test-libraries")

    private static func compile(_ arguments: [String]) throws {
        guard try Program(arguments).status == 0 else {
            throw CompilationFailure(command: arguments.joined(separator: " "))
        }
    }

    /// The digest of the arguments, the source, the public headers, and the headers in the source's folder (FNV-1a).
    private static func digest(_ arguments: [String], _ source: URL) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        // A copy of the checkout has different paths for the same files.
        let words = arguments.map { $0.replacingOccurrences(of: Checkout.folder.path, with: "") }
        add(words.joined(separator: "\0").utf8)
        add(source.lastPathComponent.utf8)
        for file in inputs(of: source) { add((try? Data(contentsOf: file)) ?? Data()) }
        return source.deletingPathExtension().lastPathComponent + "-" + String(hash, radix: 16)
    }

    private static func inputs(of source: URL) -> [URL] {
        let beside = source.deletingLastPathComponent()
        let headers = (try? FileManager.default.contentsOfDirectory(at: beside, includingPropertiesForKeys: nil)) ?? []
        return [source] + publicHeaders
            + headers.filter { $0.pathExtension == "h" }.sorted { $0.path < $1.path }
    }

    private static let publicHeaders: [URL] = {
        let folder = Checkout.folder.appending(path: "Sources/CMayfly/include")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        return (files ?? []).filter { $0.pathExtension == "h" }.sorted { $0.path < $1.path }
    }()
}

/// A file of a test cannot be compiled. The compiler has printed the reason.
package struct CompilationFailure: Error {
    package let command: String
}
