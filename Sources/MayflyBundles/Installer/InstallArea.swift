internal import Foundation
internal import MayflyLinux
internal import MayflyModel

/// The folder of installed bundles while one program changes it: locked, and without leftovers of killed programs.
///
/// A bundle is replaced by two renames. The replaced bundle has a temporary name that contains its own, so that after a
/// kill between the renames the next program can restore it.
struct InstallArea: ~Copyable {
    private let folder: String
    private let lock: FileLock

    private static let temporaryPrefix = ".installing-"
    private static let asidePrefix = ".replaced-"

    /// Waits for the lock and restores replaced bundles; throws `.files`, and as `FileLock` where the wait is stopped.
    init(folder: String, unless isStopped: (() -> Bool)?) throws(MayflyError) {
        let result = PrivateFolder.make(folder)
        guard result == 0 else {
            throw MayflyError(.files, "\(shown(folder)): cannot be created: \(String(cString: strerror(-result)))")
        }
        lock = try FileLock(waitingFor: folder + "/.lock", unless: isStopped)
        self.folder = folder
        recover()
    }

    /// Creates an empty folder that scans ignore.
    func temporaryFolder() throws(MayflyError) -> String {
        let path = "\(folder)/\(Self.temporaryPrefix)\(UUID128())"
        guard mkdir(path, 0o700) == 0 else { throw Self.failure(path) }
        return path
    }

    /// Whether the path exists, as a folder or a link.
    func has(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Renames a complete folder to its final path; an earlier folder there is removed.
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
            // Restores the earlier bundle; if that fails too, the next program does it.
            rename(aside, target)
            throw error
        }
        try syncFolder()
        remove(aside)
    }

    /// Removes a bundle. It is renamed first, so that scans never see an incomplete bundle.
    func take(_ target: String) throws(MayflyError) {
        let hidden = "\(folder)/\(Self.temporaryPrefix)\(UUID128())"
        try move(target, to: hidden)
        try syncFolder()
        remove(hidden)
    }

    /// Removes a folder or a link; what cannot be removed is removed by the next recovery.
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
