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

    /// The digest of the arguments, the source, the public headers, and the headers in the source's folder.
    private static func digest(_ arguments: [String], _ source: URL) -> String {
        var digest = publicHeaders
        // A copy of the checkout has different paths for the same files.
        let words = arguments.map { $0.replacingOccurrences(of: Checkout.folder.path, with: "") }
        digest.add(Data(words.joined(separator: "\0").utf8))
        digest.add(Data(source.lastPathComponent.utf8))
        for file in [source] + headers(beside: source) { digest.add(contentOf: file) }
        return source.deletingPathExtension().lastPathComponent + "-" + String(digest.value, radix: 16)
    }

    private static func headers(beside source: URL) -> [URL] {
        let beside = source.deletingLastPathComponent()
        let files = (try? FileManager.default.contentsOfDirectory(at: beside, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "h" }.sorted { $0.path < $1.path }
    }

    /// The digest of the public headers, which is the same for all files.
    private static let publicHeaders: Digest = {
        let folder = Checkout.folder.appending(path: "Sources/CMayfly/include")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        var digest = Digest()
        for file in (files ?? []).filter({ $0.pathExtension == "h" }).sorted(by: { $0.path < $1.path }) {
            digest.add(contentOf: file)
        }
        return digest
    }()

    /// FNV-1a.
    private struct Digest {
        private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ data: Data) {
            data.withUnsafeBytes { bytes in
                var index = 0
                while index < bytes.count {
                    value = (value ^ UInt64(bytes[index])) &* 0x100_0000_01B3
                    index += 1
                }
            }
        }

        mutating func add(contentOf file: URL) { add((try? Data(contentsOf: file)) ?? Data()) }
    }
}

/// A file of a test cannot be compiled. The compiler has printed the reason.
package struct CompilationFailure: Error {
    package let command: String
}
