internal import Foundation
internal import MayflyLinux
internal import MayflyModel

/// The folder of installed bundles while one program changes it: locked, and cleared of what a killed one left behind.
///
/// A bundle is replaced by two renames. The name of the one set aside says where it belongs, so that a program killed
/// between the two loses nothing: the next one puts it back.
struct InstallArea: ~Copyable {
    private let folder: String
    private let lock: FileLock

    private static let temporaryPrefix = ".installing-"
    private static let asidePrefix = ".replaced-"

    /// Waits for the lock; throws `.files`.
    init(folder: String) throws(MayflyError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw MayflyError(.files, "\(shown(folder)): cannot be created", cause: error)
        }
        lock = try FileLock(waitingFor: folder + "/.lock")
        self.folder = folder
        recover()
    }

    /// A new, empty folder that no scan sees.
    func temporaryFolder() throws(MayflyError) -> String {
        let path = "\(folder)/\(Self.temporaryPrefix)\(UUID128())"
        guard mkdir(path, 0o700) == 0 else { throw Self.failure(path) }
        return path
    }

    func has(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Makes a finished folder appear at its place; an earlier one there is removed.
    func put(_ finished: String, at target: String) throws(MayflyError) {
        guard has(target) else {
            try move(finished, to: target)
            return try syncFolder()
        }
        let aside = aside(target)
        try move(target, to: aside)
        do {
            try move(finished, to: target)
        } catch {
            // The earlier bundle goes back; should that fail too, the next program does it.
            rename(aside, target)
            throw error
        }
        try syncFolder()
        remove(aside)
    }

    /// Removes a bundle: out of sight first, so that none is ever seen half removed.
    func take(_ target: String) throws(MayflyError) {
        let hidden = "\(folder)/\(Self.temporaryPrefix)\(UUID128())"
        try move(target, to: hidden)
        try syncFolder()
        remove(hidden)
    }

    /// Removes a folder or a link; what cannot be removed now goes with the next recovery.
    func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }

    private func recover() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            if name.hasPrefix(Self.temporaryPrefix) { remove(path) }
            guard name.hasPrefix(Self.asidePrefix) else { continue }
            let target = "\(folder)/\(name.dropFirst(Self.asidePrefix.count))"
            if has(target) { remove(path) } else { rename(path, target) }
        }
    }

    private func aside(_ target: String) -> String {
        "\(folder)/\(Self.asidePrefix)\(target.dropFirst(folder.count + 1))"
    }

    private func move(_ from: String, to target: String) throws(MayflyError) {
        guard rename(from, target) == 0 else { throw Self.failure(target) }
    }

    private func syncFolder() throws(MayflyError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.failure(folder) }
    }

    private static func failure(_ path: String) -> MayflyError {
        let problem = FileProblem.lastCall()
        return MayflyError(.files, "\(shown(path, limit: 300)): \(problem.reason)", cause: problem)
    }
}
