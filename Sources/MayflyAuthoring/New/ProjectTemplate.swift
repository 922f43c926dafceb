internal import CMayflyTemplates
internal import MayflyBundles

/// The files of a new project.
struct ProjectTemplate {
    struct File {
        /// The path in the project.
        let path: String
        let bytes: [UInt8]
    }

    let files: [File]

    init(_ language: ProjectLanguage, _ name: ProjectName) {
        let folders = language == .stickerPack ? [language.rawValue] : ["app", language.rawValue]
        let values = Self.values(language, name)
        files = (0..<mayfly_template_count()).compactMap { index in
            guard let file = mayfly_template_at(index)?.pointee else { return nil }
            let path = String(cString: file.path)
            guard let folder = folders.first(where: { path.hasPrefix($0 + "/") }) else { return nil }
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
            return File(path: String(path.dropFirst(folder.count + 1)), bytes: Self.filled(bytes, values))
        }
    }

    /// What stands for the words between two at-signs in the texts of templates.
    private static func values(_ language: ProjectLanguage, _ name: ProjectName) -> [String: String] {
        let hint =
            " Where `pkg-config --modversion mayfly` fails, add the folder `lib/pkgconfig` of Mayfly to `PKG_CONFIG_PATH`."
        return [
            "NAME": name.title, "FILE": name.file, "IDENTIFIER": name.identifier, "TYPE": name.type, "ID": name.id,
            "PLATFORM": Platform.current, "BUILD": language.build, "NEEDS": language.needs, "SOURCE": language.source,
            "PKGCONFIG": language.asksPkgConfig ? hint : "",
        ]
    }

    /// A picture is no UTF-8, and is left as it is.
    private static func filled(_ bytes: [UInt8], _ values: [String: String]) -> [UInt8] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
        var parts = text.split(separator: "@", omittingEmptySubsequences: false)
        var result = String(parts.removeFirst())
        while !parts.isEmpty {
            let part = parts.removeFirst()
            if let value = values[String(part)], !parts.isEmpty {
                result += value + parts.removeFirst()
            } else {
                result += "@" + part
            }
        }
        return Array(result.utf8)
    }
}
