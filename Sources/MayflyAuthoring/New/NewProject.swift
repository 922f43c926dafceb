internal import Glibc
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// A project that `mayfly new` has written.
package struct NewProject: Sendable {
    /// The folder, as the person named it.
    package let folder: String
    /// The paths of its files, in order.
    package let files: [String]
    /// The command that builds it; empty for a sticker pack.
    package let build: String
    /// The path of the bundle that `mayfly pack` will make, from the folder.
    package let bundle: String

    /// Writes the project of a language to a folder that is missing or empty. The last part of its path is the name of the extension.
    ///
    /// Nothing is written outside of the folder, and nothing is left of it where writing fails. Throws `.invalidName` for a name that
    /// gives no id, `.alreadyExists` for a folder that is not empty, and `.files`.
    package static func make(at path: String, _ language: ProjectLanguage) throws(MayflyError) -> NewProject {
        guard !path.utf8.contains(0) else { throw MayflyError(.invalidName, "the path has a NUL in it") }
        let parts = path.parts(at: "/").filter { !$0.isEmpty }
        guard let last = parts.last.map(String.init), last != ".", last != ".." else {
            throw MayflyError(
                .invalidName,
                "'\(shown(path))' does not end in a name: name the folder that is to be made"
            )
        }
        let name = try ProjectName(last)
        let folder = (path.begins(with: "/") ? "/" : "") + parts.joined(separator: "/")
        let template = ProjectTemplate(language, name)
        let writer = try NewFolder(folder)
        do throws(MayflyError) {
            for file in template.files { try writer.write(file.bytes, to: file.path) }
        } catch {
            writer.takeBack()
            throw error
        }
        return NewProject(
            folder: folder,
            files: template.files.map(\.path).sorted(),
            build: language.build,
            bundle: "build/\(name.file)\(ExtensionBundle.folderSuffix)"
        )
    }
}
