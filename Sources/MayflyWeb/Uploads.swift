internal import Foundation
internal import MayflyBundles
internal import MayflyModel
internal import NIOCore
internal import Synchronization

/// Files that pages have given, until the host has copied them or the server ends.
///
/// A page names them by a handle that only it knows. So no path of this machine comes from a page. What nobody used makes room for what
/// is given later.
final class Uploads: Sendable {
    /// The beginning of every handle.
    private static let prefix = "file:"

    private let folder: String
    private let kept = Mutex(KeptUploads())

    /// - Parameter folder: a folder of this process alone, in which nothing has a number as its name.
    init(in folder: String) { self.folder = folder }

    /// A file that is being written. One that is not finished is removed with this value.
    final class File {
        let handle: String
        fileprivate let path: String
        private let uploads: Uploads
        private let output: FileHandle
        private var size = 0
        private var isFinished = false

        /// The upload has room for one more file.
        fileprivate init(_ handle: String, at path: String, named name: String, in uploads: Uploads) throws(MayflyError)
        {
            do {
                let parent = (path as NSString).deletingLastPathComponent
                try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            } catch {
                throw MayflyError(.files, "the file cannot be kept: \(error.localizedDescription)")
            }
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw MayflyError(.files, "the file '\(SafeText.line(name, limit: 80))' was given twice")
            }
            output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            (self.handle, self.path, self.uploads) = (handle, path, uploads)
        }

        /// Adds bytes. Throws a sentence for the person.
        func write(_ bytes: ByteBufferView) throws(MayflyError) {
            size += bytes.count
            uploads.kept.withLock { $0.grow(handle, by: bytes.count) }
            try uploads.makeRoom(for: handle)
            do {
                try output.write(contentsOf: Data(bytes))
            } catch {
                throw MayflyError(.files, "the file cannot be kept: \(error.localizedDescription)")
            }
        }

        /// Nothing more is written.
        func finish() {
            isFinished = true
            uploads.kept.withLock { $0.finish(handle) }
        }

        deinit {
            guard !isFinished else { return }
            unlink(path)
            uploads.cancel(handle, bytes: size)
        }
    }

    /// Begins a file of that name. With a handle of `begin` it becomes one of the files of the same bundle; `name` then has folders.
    ///
    /// - Throws: a sentence for the person.
    func begin(named name: String, in bundle: String?) throws(MayflyError) -> File {
        let parts = try Self.parts(of: name, most: bundle == nil ? 1 : 16)
        let (handle, folder) = try place(bundle, first: parts[0])
        kept.withLock { $0.begin(handle) }
        do {
            try makeRoom(for: handle)
            return try File(handle, at: ([folder] + parts).joined(separator: "/"), named: name, in: self)
        } catch {
            cancel(handle, bytes: 0)
            throw error
        }
    }

    /// The path behind a handle, for the host.
    func path(of handle: String) -> String? {
        kept.withLock { $0.place(of: handle) }.map { "\($0.folder)/\($0.name)" }
    }

    /// Removes what a handle names.
    func remove(_ handle: String) { removeFolders([kept.withLock { $0.remove(handle) }]) }

    private func cancel(_ handle: String, bytes: Int) {
        removeFolders([kept.withLock { $0.cancel(handle, bytes: bytes) }])
    }

    private func makeRoom(for handle: String) throws(MayflyError) {
        let (isRoom, forgotten) = kept.withLock { $0.makeRoom(for: handle) }
        removeFolders(forgotten)
        guard !isRoom else { return }
        throw MayflyError(
            .notPossibleNow,
            "\(KeptUploads.mostFiles) files with \(KeptUploads.mostBytes >> 20) MiB together may be given at once at most"
        )
    }

    private func removeFolders(_ folders: [String?]) {
        for folder in folders.compactMap(\.self) { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// The handle of a bundle that was begun, or a new one, and the folder that it has.
    private func place(_ bundle: String?, first: String) throws(MayflyError) -> (handle: String, folder: String) {
        if let bundle, bundle != "new" {
            guard let place = kept.withLock({ $0.place(of: bundle) }), place.name == first else {
                throw MayflyError(.invalidInput, "the files of a bundle are in one folder")
            }
            return (bundle, place.folder)
        }
        var random = SystemRandomNumberGenerator()
        let handle = Self.prefix + String(random.next() as UInt64, radix: 36)
        return (handle, kept.withLock { $0.add(handle, named: first, in: folder) })
    }

    private static func parts(of name: String, most: Int) throws(MayflyError) -> [String] {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let areNames = parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 255
                && !part.utf8.contains { $0 < 32 || $0 == 127 || $0 == UInt8(ascii: "/") }
        }
        guard areNames, (1...most).contains(parts.count) else {
            throw MayflyError(.invalidInput, "this is no name of a file: '\(SafeText.line(name, limit: 80))'")
        }
        return parts
    }
}
