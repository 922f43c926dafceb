package import MayflyBundles
package import MayflyModel

/// One version of an extension that a store offers: what its publisher says of it, and the files that belong to it.
package struct Offer: Sendable, Hashable {
    /// The id of the extension.
    package let id: ExtensionID
    /// The version.
    package let version: SemanticVersion
    /// Whether it has code or only stickers.
    package let kind: Manifest.Kind
    /// The display name.
    package let name: String
    /// One line; empty where the publisher gives none.
    package let summary: String
    /// Some paragraphs; empty where the publisher gives none.
    package let details: String
    /// What is new in this version; empty where the publisher does not say.
    package let changes: String
    /// The day on which it was built, such as `2026-11-20`.
    package let built: String
    /// Bytes of its files once they are unpacked.
    package let unpackedSize: Int
    /// What it may ask for.
    package let permissions: [Manifest.Permission]
    /// The app of its publisher that it belongs to; nil without one.
    package let app: Manifest.ContainingApp?
    /// The systems that it runs on, such as `linux-x86_64`; empty for stickers, which run on all.
    package let platforms: [String]
    /// The publisher's name.
    package let publisher: String
    /// The role whose file has it.
    package let role: RoleName
    /// The archive.
    package let archive: TargetFile
    /// The icon.
    package let icon: TargetFile
    /// Pictures, with a text for who does not see them.
    package let screenshots: [Screenshot]

    /// A picture of the extension.
    package struct Screenshot: Sendable, Hashable {
        /// The file.
        package let file: TargetFile
        /// What it shows, in words.
        package let text: String
    }

    /// The paths of the files of a version.
    enum Path {
        static func archive(_ id: ExtensionID, _ version: SemanticVersion) -> String { "\(id)/\(version)/bundle.tar" }
        /// `ending` is that of its format, such as `png`.
        static func icon(_ id: ExtensionID, _ version: SemanticVersion, _ ending: String) -> String {
            "\(id)/\(version)/icon.\(ending)"
        }
        static func screenshot(_ number: Int, _ id: ExtensionID, _ version: SemanticVersion, _ ending: String) -> String
        {
            "\(id)/\(version)/screenshot-\(number).\(ending)"
        }
        /// The pattern of all paths of ids that begin with a prefix.
        static func pattern(_ prefix: String) -> String { "\(prefix)*/*/*" }
    }
}

extension Offer {
    private static let (longestLine, maximumScreenshots) = (300, 8)
    private static let (maximumPlatforms, longestPlatform) = (16, 64)

    /// Reads what the owner of an archive says of it; throws `.untrusted` for what breaks a rule.
    ///
    /// - Parameter file: gives the file of a path that the same role owns.
    init(_ archive: TargetFile, of role: RoleName, file: (String) -> TargetFile?) throws(MayflyError) {
        let object = try JSONObject(archive.custom, file: "\(role.file): \(shown(archive.path))", code: .untrusted)
        let (id, version) = (try object.text("id"), try object.text("version"))
        guard let id = ExtensionID(rawValue: id), let version = SemanticVersion(version),
            archive.path == Path.archive(id, version)
        else {
            throw object.problem(
                "id",
                "and 'version' must be those of the path, found '\(shown(id))' and '\(shown(version))'"
            )
        }
        let kind = try object.text("kind")
        guard let kind = Manifest.Kind(rawValue: kind) else {
            throw object.problem("kind", "must be 'app' or 'sticker-pack', found '\(shown(kind))'")
        }
        let built = try object.text("built")
        guard Timestamp(metadata: built + "T00:00:00Z") != nil else {
            throw object.problem("built", "must be a day such as 2030-01-01, found '\(shown(built))'")
        }
        func owned(_ key: String, _ path: String) throws(MayflyError) -> TargetFile {
            guard let file = file(path) else { throw object.problem(key, "names '\(shown(path))', which is not there") }
            return file
        }
        var screenshots: [Screenshot] = []
        for item in try object.optionalObjects("screenshots") ?? [] {
            let file = try owned("screenshots", try item.text("path"))
            screenshots.append(Screenshot(file: file, text: try Manifest.line(item, "text", limit: Self.longestLine)))
        }
        guard screenshots.count <= Self.maximumScreenshots else {
            throw object.problem(
                "screenshots",
                "must have at most \(Self.maximumScreenshots) items, found \(screenshots.count)"
            )
        }
        self.id = id
        self.version = version
        self.kind = kind
        self.built = built
        self.role = role
        self.archive = archive
        self.screenshots = screenshots
        name = try Manifest.name(object)
        summary = try Manifest.summary(object) ?? ""
        details = try object.optionalText("description") ?? ""
        changes = try object.optionalText("changes") ?? ""
        unpackedSize = try object.count("unpacked")
        guard unpackedSize <= Installer.maximumSize else {
            throw object.problem(
                "unpacked",
                "must be \(grouped(Installer.maximumSize)) at most, found \(grouped(unpackedSize))"
            )
        }
        permissions = try Manifest.permissions(object)
        app = try Manifest.app(object)
        platforms = try Self.platforms(object)
        publisher = role.text
        icon = try owned("icon", try object.text("icon"))
    }

    private static func platforms(_ object: JSONObject) throws(MayflyError) -> [String] {
        let platforms = try object.optionalTexts("platforms") ?? []
        guard platforms.count <= maximumPlatforms else {
            throw object.problem(
                "platforms",
                "must have at most \(maximumPlatforms) items, found \(grouped(platforms.count))"
            )
        }
        for text in platforms where text.utf8.count > longestPlatform || text.utf8.contains(where: { $0 > 0x7F }) {
            throw object.problem(
                "platforms",
                "must have items of at most \(longestPlatform) bytes of ASCII, found '\(shown(text))'"
            )
        }
        return platforms
    }

    /// What a publisher writes of a version. `platforms` are those whose library is in the bundle.
    package static func custom(
        _ manifest: Manifest,
        platforms: [String],
        _ notes: OfferNotes,
        built: String,
        unpacked: Int,
        icon: String,
        screenshots: [(path: String, text: String)]
    ) -> JSONValue {
        .object([
            "id": .text(manifest.id.rawValue), "version": .text(manifest.version.description),
            "kind": .text(manifest.kind.rawValue), "name": .text(manifest.name),
            "summary": .optional(manifest.summary), "app": manifest.app?.json ?? .null,
            "description": .text(notes.details),
            "changes": .text(notes.changes), "built": .text(built), "unpacked": .number(unpacked),
            "platforms": .texts(platforms),
            "permissions": .list(
                manifest.permissions.map { .object(["name": .text($0.name), "reason": .text($0.reason)]) }
            ),
            "icon": .text(icon),
            "screenshots": .list(screenshots.map { .object(["path": .text($0.path), "text": .text($0.text)]) }),
        ])
    }
}

/// What a publisher adds to what the manifest says.
package struct OfferNotes: Sendable {
    /// Some paragraphs.
    package let details: String
    /// What is new.
    package let changes: String
    /// Paths of pictures, with their texts.
    package let screenshots: [(path: String, text: String)]

    /// Notes; all of them may be empty.
    package init(details: String = "", changes: String = "", screenshots: [(path: String, text: String)] = []) {
        self.details = details
        self.changes = changes
        self.screenshots = screenshots
    }
}
