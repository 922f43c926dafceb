internal import CMayflyLinux
internal import Glibc
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// Makes the bundle of a project. It is made in a new folder beside its place and checked there; only then it takes the place of an
/// older one, by one rename.
package enum BundlePacker {
    /// Packs the project in a folder into `build/NAME.mayfly` in it, or into `output`.
    ///
    /// Throws `.invalidInput` for the project file, `.invalidManifest`, `.invalidBundle`, `.invalidLibrary`, `.libraryMissing` or
    /// `.invalidPack` for what would be in the bundle, `.alreadyExists` for a place that has something else, and `.files`.
    package static func pack(_ project: Project, to output: String? = nil) throws(MayflyError) -> PackReport {
        let target = try target(of: project, output)
        let plan = try PackPlan(project)
        try checkSources(plan, of: project, target)
        let isReplaced = try checkPlace(target.path)
        let draft = try BundleDraft(beside: target.folder, for: target.name)
        var copy = ProjectCopy(to: draft.path)
        try copy.copy(plan, of: project)
        let found = try checked(draft.path, plan)
        try put(draft.path, at: target.path, isReplaced: isReplaced)
        return PackReport(
            bundle: target.path,
            isReplaced: isReplaced,
            files: copy.files.sorted { $0.path < $1.path },
            leftOut: plan.leftOut + copy.leftOut + rest(of: project, plan, isInside: output == nil),
            warnings: project.warnings + found.filter { !project.manifest.warnings.contains($0) }
        )
    }

    // MARK: The place

    /// The usual folder for bundles, in the project.
    private static let outputFolder = "build"

    private static func target(
        of project: Project,
        _ output: String?
    ) throws(MayflyError) -> (path: String, folder: String, name: String) {
        guard let output else {
            let folder = (project.folder == "." ? "" : project.folder + "/") + outputFolder
            guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw .ofSystem("make the folder", folder) }
            return (folder + "/" + project.bundleName, folder, project.bundleName)
        }
        let parts = output.parts(at: "/").filter { !$0.isEmpty }
        let suffix = ExtensionBundle.folderSuffix
        guard let name = parts.last.map(String.init), name.hasSuffix(suffix), name != suffix else {
            throw MayflyError(
                .invalidInput,
                "the output '\(shown(output))' must be the folder of the bundle, with a name that ends in '\(suffix)'"
            )
        }
        let root = output.begins(with: "/") ? "/" : ""
        let above = root + parts.dropLast().joined(separator: "/")
        return (root + parts.joined(separator: "/"), above.isEmpty ? "." : above, name)
    }

    /// Whether a bundle is at the place. Anything else there is an error.
    private static func checkPlace(_ path: String) throws(MayflyError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .ofSystem("look at", path) }
            return false
        }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        if isFolder, let folder = try? ConfinedFolder(path: path), let names = try? folder.names() {
            if names.isEmpty || names.contains(Manifest.fileName) { return true }
        }
        let found = isFolder ? "a folder without \(Manifest.fileName)" : "no folder"
        throw MayflyError(
            .alreadyExists,
            "'\(shown(path))' is \(found), so it is no bundle and is not replaced: remove it, or name another place with --output"
        )
    }

    /// A folder that has the bundle in it cannot be put into the bundle.
    private static func checkSources(
        _ plan: PackPlan,
        of project: Project,
        _ target: (path: String, folder: String, name: String)
    ) throws(MayflyError) {
        guard let folder = real(target.folder) else { return }
        for entry in plan.entries {
            guard let source = real("\(project.folder)/\(entry.source)") else { continue }
            if "\(folder)/\(target.name)/".hasPrefix(source + "/") {
                throw MayflyError(
                    .invalidInput,
                    "'\(shown(entry.source))' cannot be in the bundle: the bundle '\(shown(target.path))' is in it"
                )
            }
        }
    }

    /// The path without links; nil where there is nothing.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Gives a draft its place. What was there is then in the place of the draft.
    private static func put(_ draft: String, at target: String, isReplaced: Bool) throws(MayflyError) {
        guard isReplaced else {
            guard rename(draft, target) == 0 else { throw .ofSystem("make", target) }
            return
        }
        let result = mayfly_exchange(draft, target)
        guard result == 0 else {
            throw MayflyError(.files, "cannot replace '\(shown(target))': \(String(cString: strerror(-result)))")
        }
    }

    // MARK: The content

    /// Reads the bundle as a host would, and gives its warnings.
    private static func checked(_ draft: String, _ plan: PackPlan) throws(MayflyError) -> [String] {
        let bundle: ExtensionBundle
        do throws(MayflyError) {
            bundle = try ExtensionBundle.read(draft)
            guard bundle.manifest.kind == .stickerPack else { return bundle.warnings }
            let pack = try bundle.stickerPack()
            return bundle.warnings + pack.problems + pack.warnings
        } catch {
            let blamed = plan.entries.first { $0.path != $0.source && error.message.contains($0.path) }
            let origin = blamed.map { " (packed from \(shown($0.source)))" } ?? ""
            throw MayflyError(error.code, "the bundle would be refused: \(error.message)\(origin)", cause: error)
        }
    }

    /// What is in the folder of the project and not in the bundle.
    private static func rest(of project: Project, _ plan: PackPlan, isInside: Bool) -> [LeftOut] {
        var known = Set(plan.entries.compactMap { $0.source.split(separator: "/").first.map(String.init) })
        known.insert(ProjectFile.name)
        if isInside { known.insert(outputFolder) }
        let names = (try? Project.open(project.folder).names()) ?? []
        let reason = "neither \(Manifest.fileName) nor 'include' in \(ProjectFile.name) names it"
        return names.filter { !known.contains($0) && !$0.hasPrefix(".") }.map { LeftOut(path: $0, reason: reason) }
    }
}
