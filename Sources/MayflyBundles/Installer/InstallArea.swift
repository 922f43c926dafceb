internal import CMayflyLinux
internal import Foundation
internal import MayflyLinux
internal import MayflyModel

/// The folder of installed bundles while one program changes it: locked, and without leftovers of killed programs.
///
/// `ID.mayfly` is a link to the bundle, which lies in `.versions/ID`, and is switched by one rename. There the version before it stays,
/// which the link `VERSION.former` names. Each version has its own such link, made before the switch: the one rename also changes which
/// version is the one before. What the links of the installed version do not name was left by a killed program or by an older update,
/// and is removed, unless an extension runs in it.
struct InstallArea: ~Copyable {
    private let folder: String
    private let lock: FileLock

    private static let temporaryPrefix = ".installing-"
    /// What an earlier version of this program named a bundle while it replaced it.
    private static let asidePrefix = ".replaced-"
    private static let versions = ".versions"
    /// The ending of the link beside a version that names the version before it.
    private static let formerSuffix = ".former"
    /// What an earlier version of this program named the one such link of an id.
    private static let sharedFormer = ".former"

    /// Waits for the lock and removes leftovers; throws `.files`, and as `FileLock` where the wait is stopped.
    init(folder: String, unless isStopped: (() -> Bool)?) throws(MayflyError) {
        try PrivateFolder.require(folder)
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

    /// Whether the bundle of an id is installed.
    func has(_ id: ExtensionID) -> Bool { exists(link(of: id)) }

    /// Makes a complete folder the bundle of its id; the one before it stays for `rollBack`. Where the same version with the
    /// same notes is installed again, the one before that stays, if there is one. `notes` is kept with it.
    func put(_ finished: String, of id: ExtensionID, version: SemanticVersion, notes: [UInt8]) throws(MayflyError) {
        let own = versions(of: id)
        try makeFolders(to: own)
        let name = Self.name("\(version)")
        try DurableFile.write(notes, to: "\(own)/\(name)\(Self.notesSuffix)")
        try move(finished, to: "\(own)/\(name)")
        try sync(own)
        if let current = current(id), exists("\(own)/\(current)") {
            let isSame =
                Self.version(in: current).hasSameBytes(as: "\(version)")
                && Self.notes(of: current, id, in: folder) ?? [] == notes
            if let before = isSame ? former(id) : current { try point(formerLink(of: name, id), to: before) }
            try point(link(of: id), to: target(name, id))
        } else if has(id), Self.target(of: link(of: id)) == nil {
            try replaceFolder(by: name, of: id)
        } else {
            try point(link(of: id), to: target(name, id))
        }
        clean(id)
    }

    /// Makes the folder of the versions of an id, in a way that lasts: a link to what a power failure has unmade would lead nowhere.
    private func makeFolders(to own: String) throws(MayflyError) {
        let all = "\(folder)/\(Self.versions)"
        for (path, parent) in [(all, folder), (own, all)] where !exists(path) {
            try PrivateFolder.require(path)
            try sync(parent)
        }
    }

    /// Makes the version before the installed one the installed one, and the other way round. False where there is none.
    func rollBack(_ id: ExtensionID) throws(MayflyError) -> Bool {
        guard let former = former(id), let current = current(id), former != current else { return false }
        try point(formerLink(of: former, id), to: current)
        try point(link(of: id), to: target(former, id))
        return true
    }

    /// Removes a bundle and its former version. It is unnamed first, so that scans never see an incomplete bundle.
    func take(_ id: ExtensionID) throws(MayflyError) {
        let hidden = "\(folder)/\(Self.temporaryPrefix)\(UUID128())"
        try move(link(of: id), to: hidden)
        try sync(folder)
        keepOrRemove(hidden)
        clean(id)
        // Where it was the last one.
        rmdir("\(folder)/\(Self.versions)")
    }

    /// Removes a folder or a link; what cannot be removed is removed by the next recovery.
    func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }

    // MARK: Versions

    /// The ending of the file beside a version that has its notes.
    private static let notesSuffix = ".notes"

    /// What was given to `put` with the installed version; nil where there is nothing.
    static func notes(of id: ExtensionID, in folder: String) -> [UInt8]? {
        guard let name = target(of: "\(folder)/\(id)\(ExtensionBundle.folderSuffix)")?.lastPathPart, !name.isEmpty
        else {
            return nil
        }
        return notes(of: name, id, in: folder)
    }

    /// The same for the version before the installed one.
    func formerNotes(of id: ExtensionID) -> [UInt8]? { former(id).flatMap { Self.notes(of: $0, id, in: folder) } }

    private static func notes(of name: String, _ id: ExtensionID, in folder: String) -> [UInt8]? {
        try? RegularFile.contents(of: "\(folder)/\(versions)/\(id)/\(name)\(notesSuffix)", limit: 128 * 1024)
    }

    private func link(of id: ExtensionID) -> String { "\(folder)/\(id)\(ExtensionBundle.folderSuffix)" }

    private func versions(of id: ExtensionID) -> String { "\(folder)/\(Self.versions)/\(id)" }

    /// The name of the installed version; nil for a folder that an earlier version of this program, or a person, put there.
    private func current(_ id: ExtensionID) -> String? { Self.target(of: link(of: id))?.lastPathPart }

    /// A new name for the folder of a version.
    private static func name(_ version: String) -> String { "\(version)-\(UUID128().description.prefix(markLength))" }

    /// The version in such a name.
    private static func version(in name: String) -> String { String(name.dropLast(markLength + 1)) }

    private static let markLength = 8

    /// Where the link of a version of an id leads, from the folder.
    private func target(_ name: String, _ id: ExtensionID) -> String { "\(Self.versions)/\(id)/\(name)" }

    /// The link that names the version before a version.
    private func formerLink(of name: String, _ id: ExtensionID) -> String {
        "\(versions(of: id))/\(name)\(Self.formerSuffix)"
    }

    /// The name of the version before the installed one, while it is there.
    private func former(_ id: ExtensionID) -> String? {
        guard let current = current(id),
            let name = Self.target(of: formerLink(of: current, id))
                ?? Self.target(of: "\(versions(of: id))/\(Self.sharedFormer)"),
            !name.utf8.contains(0x2F), exists("\(versions(of: id))/\(name)")
        else { return nil }
        return name
    }

    /// Makes a version the installed one in place of a folder, which no link can replace: they change places at once, and the folder is
    /// the version before.
    private func replaceFolder(by name: String, of id: ExtensionID) throws(MayflyError) {
        let earlier = Self.name("earlier")
        let place = "\(versions(of: id))/\(earlier)"
        try point(formerLink(of: name, id), to: earlier)
        guard symlink(target(name, id), place) == 0 else { throw Self.failure(place) }
        let result = mayfly_exchange(place, link(of: id))
        guard result == 0 else {
            remove(place)
            throw MayflyError(
                .files,
                "\(shown(link(of: id), limit: 300)): \(String(cString: strerror(-result)).lowercased())"
            )
        }
        try sync(versions(of: id))
        try sync(folder)
    }

    /// Makes a link, in place of an older one, by one rename.
    private func point(_ link: String, to target: String) throws(MayflyError) {
        let new = "\(folder)/\(Self.temporaryPrefix)\(UUID128())"
        guard symlink(target, new) == 0 else { throw Self.failure(new) }
        try move(new, to: link)
        try sync(
            link.hasPrefix(folder + "/.versions/") ? String(link.dropLast(link.lastPathPart.utf8.count + 1)) : folder
        )
    }

    private static func target(of link: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    }

    // MARK: Recovery

    private func recover() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            if name.hasPrefix(Self.temporaryPrefix) { keepOrRemove(path) }
            guard name.hasPrefix(Self.asidePrefix) else { continue }
            let target = "\(folder)/\(name.dropFirst(Self.asidePrefix.count))"
            if exists(target) { remove(path) } else { rename(path, target) }
        }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(Self.versions)")) ?? [] {
            if let id = ExtensionID(rawValue: name) { clean(id) }
        }
    }

    /// Removes the versions of an id but the installed one and the one before it, and but those in which something runs; of an id that is
    /// not installed, all others.
    private func clean(_ id: ExtensionID) {
        let isInstalled = has(id)
        var kept: Set<String> = []
        if isInstalled, let current = current(id) {
            kept = [current, current + Self.notesSuffix, current + Self.formerSuffix]
            if let former = former(id) { kept.formUnion([former, former + Self.notesSuffix]) }
            if !exists(formerLink(of: current, id)) { kept.insert(Self.sharedFormer) }
        }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: versions(of: id))) ?? []
        where !kept.contains(name) {
            keepOrRemove("\(versions(of: id))/\(name)")
        }
        // Only where nothing is left in it.
        if !isInstalled { rmdir(versions(of: id)) }
    }

    /// Removes a folder unless an extension runs in it.
    private func keepOrRemove(_ path: String) {
        BundleUse.unlessUsed(path) { remove(path) }
    }

    // MARK: Files

    private func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private func move(_ from: String, to target: String) throws(MayflyError) {
        guard rename(from, target) == 0 else { throw Self.failure(target) }
    }

    private func sync(_ folder: String) throws(MayflyError) {
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
