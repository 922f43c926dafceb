package import MayflyBundles
package import MayflyModel

/// The folder of an extension that somebody works on: its project file and its manifest.
package struct Project: Sendable {
    /// The folder, as the person named it.
    package let folder: String
    package let file: ProjectFile
    package let manifest: Manifest

    /// Reads both files. Throws `.files` for a folder that has none of them, `.invalidInput` for the project file, and
    /// `.invalidManifest`.
    package init(at path: String) throws(MayflyError) {
        folder = path
        let place = try Self.open(path)
        let missing =
            "there is no \(ProjectFile.name) in '\(shown(path))': name the folder of a project, or make one with 'mayfly new'"
        guard let json = try Self.read(ProjectFile.name, ProjectFile.maximumSize, in: place, .invalidInput) else {
            throw MayflyError(.files, missing)
        }
        file = try ProjectFile(json: json)
        guard let json = try Self.read(Manifest.fileName, Manifest.maximumSize, in: place, .invalidManifest) else {
            throw MayflyError(.invalidManifest, "\(Manifest.fileName): is missing in '\(shown(path))'")
        }
        do throws(MayflyError) {
            manifest = try Manifest(json: json)
        } catch {
            let message = JSONPlaces(json).adding(to: error.message, of: Manifest.fileName)
            throw MayflyError(error.code, message, cause: error)
        }
        let places = JSONPlaces(json)
        warnings = file.warnings + manifest.warnings.map { places.adding(to: $0, of: Manifest.fileName) }
    }

    /// Keys that are not known and the like, one line each.
    package let warnings: [String]

    /// The name of the bundle's folder: the last part of the id.
    package var bundleName: String {
        let last = manifest.id.rawValue.split(separator: ".").last.map(String.init) ?? manifest.id.rawValue
        return last + ExtensionBundle.folderSuffix
    }

    static func open(_ path: String) throws(MayflyError) -> ConfinedFolder {
        do {
            return try ConfinedFolder(path: path)
        } catch {
            let reason = error.isMissing ? "no such folder" : error.reason
            throw MayflyError(.files, "the project '\(shown(path))' cannot be read: \(reason)", cause: error)
        }
    }

    /// Nil where there is no such file.
    private static func read(
        _ name: String,
        _ limit: Int,
        in folder: borrowing ConfinedFolder,
        _ code: MayflyError.Code
    ) throws(MayflyError) -> [UInt8]? {
        do {
            return try folder.file(name).bytes(limit: limit)
        } catch {
            guard error.isMissing else { throw MayflyError(code, "\(name): \(error.reason)", cause: error) }
            return nil
        }
    }
}
