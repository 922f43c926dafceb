internal import Foundation
internal import MayflyBundles
internal import MayflyModel
internal import NIOCore
internal import Synchronization

/// Files that pages have given, until the host has copied them or the server ends.
///
/// A page names them by a handle that only it knows. So no path of this machine comes from a page.
final class Uploads: Sendable {
    /// Files that may be kept at once, and their bytes together.
    private static let (mostFiles, mostBytes) = (4_096, 256 << 20)
    /// The beginning of every handle.
    static let prefix = "file:"

    private struct State {
        /// The folder of each handle, and what it holds: a file, or the folder of a bundle.
        var handles: [String: String] = [:]
        var files = 0
        var bytes = 0
        var lastNumber = 0
    }

    private let folder: String
    private let state = Mutex(State())

    /// - Parameter folder: an empty folder of this process alone.
    init(in folder: String) { self.folder = folder }

    /// A file that is being written.
    struct File {
        let handle: String
        let path: String
        fileprivate let output: FileHandle
    }

    /// Begins a file of that name. With a handle of `begin` it becomes one of the files of the same bundle; `name` then has folders.
    ///
    /// - Throws: a sentence for the person.
    func begin(named name: String, in bundle: String?) throws(MayflyError) -> File {
        let parts = try Self.parts(of: name, most: bundle == nil ? 1 : 16)
        let isRoom = state.withLock { state in
            guard state.files < Self.mostFiles, state.bytes < Self.mostBytes else { return false }
            state.files += 1
            return true
        }
        guard isRoom else {
            throw MayflyError(.notPossibleNow, "too many files were given to this server: start it again")
        }
        let (handle, base) = try place(bundle, first: parts[0])
        let path = ([base] + parts).joined(separator: "/")
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
        return File(handle: handle, path: path, output: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    /// Adds bytes to a file.
    func write(_ bytes: ByteBufferView, to file: File) throws(MayflyError) {
        let isRoom = state.withLock { state in
            state.bytes += bytes.count
            return state.bytes <= Self.mostBytes
        }
        guard isRoom else {
            throw MayflyError(.notPossibleNow, "the files may have \(Self.mostBytes >> 20) MiB together at most")
        }
        do {
            try file.output.write(contentsOf: Data(bytes))
        } catch {
            throw MayflyError(.files, "the file cannot be kept: \(error.localizedDescription)")
        }
    }

    /// The path behind a handle, for the host.
    func path(of handle: String) -> String? { state.withLock { $0.handles[handle] } }

    /// Removes what a handle names.
    func remove(_ handle: String) {
        guard let path = state.withLock({ $0.handles.removeValue(forKey: handle) }) else { return }
        let place = (path as NSString).deletingLastPathComponent
        let all = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
        var (files, bytes) = (0, 0)
        for name in all {
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(place)/\(name)")
            guard attributes?[.type] as? FileAttributeType == .typeRegular else { continue }
            files += 1
            bytes += attributes?[.size] as? Int ?? 0
        }
        try? FileManager.default.removeItem(atPath: place)
        state.withLock { state in
            state.files = max(0, state.files - files)
            state.bytes = max(0, state.bytes - bytes)
        }
    }

    /// The handle of a bundle that was begun, or a new one, and the folder that it has.
    private func place(_ bundle: String?, first: String) throws(MayflyError) -> (handle: String, folder: String) {
        if let bundle, bundle != "new" {
            guard let path = state.withLock({ $0.handles[bundle] }), path.hasSuffix("/\(first)") else {
                throw MayflyError(.invalidInput, "the files of a bundle are in one folder")
            }
            return (bundle, (path as NSString).deletingLastPathComponent)
        }
        return state.withLock { state in
            state.lastNumber += 1
            var random = SystemRandomNumberGenerator()
            let handle = Self.prefix + String(random.next() as UInt64, radix: 36)
            let place = "\(folder)/\(state.lastNumber)"
            state.handles[handle] = "\(place)/\(first)"
            return (handle, place)
        }
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
