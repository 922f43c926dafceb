internal import Glibc
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel

/// Copies what a plan names from a project into the folder of its bundle. Only regular files are copied; links are followed while they
/// stay in the project.
struct ProjectCopy {
    private(set) var files: [PackedFile] = []
    private(set) var leftOut: [LeftOut] = []

    private let target: String
    private var bytes = 0

    /// Copies into an existing, empty folder.
    init(to target: String) { self.target = target }

    mutating func copy(_ plan: PackPlan, of project: Project) throws(MayflyError) {
        let root = try Project.open(project.folder)
        for entry in plan.entries {
            do throws(CopyProblem) {
                let mayBeFolder = entry.use == .stickers || entry.use == .include
                if mayBeFolder, let folder = try Self.folder(entry.source, in: root) {
                    try copyFolder(folder, entry.source, to: entry.path, in: root, depth: 1)
                } else {
                    try copyFile(entry.source, to: entry.path, in: root)
                }
            } catch {
                try fail(error, entry.use, entry.source, plan)
            }
        }
    }

    /// Leaves out a library of another platform that is missing; everything else is an error.
    private mutating func fail(
        _ problem: CopyProblem,
        _ use: PackPlan.Use,
        _ source: String,
        _ plan: PackPlan
    ) throws(MayflyError) {
        let name = PackPlan.name(of: use, source)
        guard problem.isMissing else {
            throw MayflyError(problem.code(use), "\(name): \(problem.reason)", cause: problem)
        }
        guard let remedy = plan.remedy(for: use) else {
            return leftOut.append(LeftOut(path: source, reason: "it is not built"))
        }
        throw MayflyError(problem.code(use), "\(name) is missing: \(remedy)", cause: problem)
    }

    /// The folder at a path; nil where there is a file.
    private static func folder(_ path: String, in root: borrowing ConfinedFolder) throws(CopyProblem) -> ConfinedFolder?
    {
        do throws(FileProblem) {
            return try root.folder(path)
        } catch {
            if (try? root.file(path)) != nil { return nil }
            throw CopyProblem(error)
        }
    }

    private mutating func copyFolder(
        _ folder: borrowing ConfinedFolder,
        _ source: String,
        to path: String,
        in root: borrowing ConfinedFolder,
        depth: Int
    ) throws(CopyProblem) {
        guard depth < Installer.maximumDepth else {
            throw CopyProblem("folders nested deeper than \(Installer.maximumDepth)")
        }
        try Self.makeFolders(to: target, path)
        let names: [String]
        do throws(FileProblem) { names = try folder.names() } catch { throw CopyProblem(error) }
        for name in names {
            let (from, to) = ("\(source)/\(name)", "\(path)/\(name)")
            guard !name.hasPrefix(".") else {
                leftOut.append(LeftOut(path: from, reason: "its name begins with a dot"))
                continue
            }
            do throws(CopyProblem) {
                if (folder.mode(of: name) ?? 0) & S_IFMT == S_IFDIR {
                    guard let inner = try Self.folder(from, in: root) else { continue }
                    try copyFolder(inner, from, to: to, in: root, depth: depth + 1)
                } else {
                    try copyFile(from, to: to, in: root)
                }
            } catch {
                throw error.inside(from)
            }
        }
    }

    private mutating func copyFile(
        _ source: String,
        to path: String,
        in root: borrowing ConfinedFolder
    ) throws(CopyProblem) {
        let file: RegularFile
        do throws(FileProblem) { file = try root.file(source) } catch { throw CopyProblem(error) }
        if let slash = path.lastIndex(of: "/") { try Self.makeFolders(to: target, String(path[..<slash])) }
        guard files.count < Installer.maximumEntries else {
            throw CopyProblem("the bundle would have more than \(grouped(Installer.maximumEntries)) files")
        }
        let output = open("\(target)/\(path)", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard output >= 0 else { throw CopyProblem.ofSystem() }
        defer { close(output) }
        let before = bytes
        try file.forEachPiece(unreadable: { CopyProblem($0) }) { piece throws(CopyProblem) in
            bytes += piece.count
            guard bytes <= Installer.maximumSize else {
                throw CopyProblem("the bundle would have more than \(grouped(Installer.maximumSize)) bytes")
            }
            guard DescriptorWriting.writeAll(piece, to: output) == 0 else { throw CopyProblem.ofSystem() }
        }
        files.append(PackedFile(path: path, source: source, bytes: bytes - before))
    }

    /// Makes the folder at a path in the bundle, and those to it.
    private static func makeFolders(to target: String, _ path: String) throws(CopyProblem) {
        var here = target
        for part in path.split(separator: "/") {
            here += "/" + part
            guard mkdir(here, 0o755) == 0 || errno == EEXIST else { throw CopyProblem.ofSystem() }
        }
    }
}
