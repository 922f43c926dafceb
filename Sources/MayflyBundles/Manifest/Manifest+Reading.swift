package import MayflyModel

extension Manifest {
    /// The name of the file in every bundle.
    package static let fileName = "manifest.json"
    /// The largest manifest in bytes; a larger one is not read.
    package static let maximumSize = 64 * 1024

    /// Reads the manifest of a bundle's folder.
    ///
    /// - Throws: `.invalidManifest`, or `.files` where the process has no descriptor left.
    static func read(in folder: borrowing ConfinedFolder) throws(MayflyError) -> Manifest {
        let bytes: [UInt8]
        do {
            bytes = try folder.file(fileName).bytes(limit: maximumSize)
        } catch {
            let reason = error.kind == .missing ? "is missing" : error.reason
            throw MayflyError(error.code(.invalidManifest), "\(fileName): \(reason)", cause: error)
        }
        return try Manifest(json: bytes)
    }

    /// Reads the text of a manifest; every error is `.invalidManifest` and names each key that breaks a rule, with the
    /// rule and the value.
    package init(json: [UInt8]) throws(MayflyError) {
        let object = try JSONObject(json, limit: Self.maximumSize, file: Self.fileName, code: .invalidManifest)
        var keys = ManifestKeys(object)
        try self.init(object, &keys)
    }

    /// What breaks a rule, each with the key that it concerns; empty for a valid manifest.
    ///
    /// - Throws: `.invalidManifest` where the text is no object of JSON.
    package static func problems(json: [UInt8]) throws(MayflyError) -> [(key: String, error: MayflyError)] {
        let object = try JSONObject(json, limit: maximumSize, file: fileName, code: .invalidManifest)
        var keys = ManifestKeys(object)
        _ = try? Manifest(object, &keys)
        return keys.problems
    }

    private init(_ object: JSONObject, _ keys: inout ManifestKeys) throws(MayflyError) {
        let id = keys.value("id", Self.id)
        let name = keys.value("name", Self.name)
        let version = keys.value("version", Self.version)
        let kind = keys.value("kind", Self.kind)
        let abi = kind == .app ? keys.value("abi", Self.abi) : nil
        let libraries = kind == .app ? keys.value("libraries", Self.libraries) : [:]
        let stickers = kind == .stickerPack ? keys.value("stickers", Self.stickers) : nil
        let icon = keys.value("icon", Self.icon)
        let summary = keys.value("summary", Self.summary)
        let app = keys.value("app", Self.app)
        let contexts = keys.value("contexts", Self.contexts)
        let permissions = keys.value("permissions", Self.permissions)
        let limits = keys.value("limits", Self.limits)
        let settings = keys.value("settings", Self.settings)
        let localizations = keys.value("localizations") { object throws(MayflyError) in
            try Self.localizations(object, permissions ?? [], settings ?? [])
        }
        if let error = keys.error { throw error }
        guard let id, let name, let version, let kind, let libraries, let icon, let summary, let app, let contexts,
            let permissions, let limits, let localizations, let settings
        else { throw MayflyError(.internalFault, "\(Self.fileName): a key has neither a value nor an error") }
        self.id = id
        self.name = name
        ownName = name
        self.version = version
        self.kind = kind
        self.abi = abi
        self.libraries = libraries
        self.stickers = stickers
        self.icon = icon
        self.summary = summary
        self.app = app
        self.contexts = contexts.known
        self.permissions = permissions
        ownReasons = Dictionary(permissions.map { ($0.name, $0.reason) }) { $1 }
        self.limits = limits
        self.localizations = localizations.texts
        self.settings = settings
        plainWarnings =
            UnknownKey.warnings(Self.unknownKeys(object), of: Self.fileName) + contexts.warnings
            + Self.unknownPermissions(permissions)
        strayTexts = localizations.stray
    }

    /// The id in a manifest that may break rules elsewhere; nil when it has none that is valid.
    static func id(in folder: borrowing ConfinedFolder) -> ExtensionID? {
        (try? folder.file(fileName).bytes(limit: maximumSize)).flatMap { id(json: $0) }
    }

    /// The id in the bytes of such a manifest.
    static func id(json bytes: [UInt8]) -> ExtensionID? {
        guard let object = try? JSONObject(bytes, limit: maximumSize, file: fileName, code: .invalidManifest) else {
            return nil
        }
        return try? id(object)
    }

    /// The keys that this host does not know.
    private static func unknownKeys(_ object: JSONObject) -> [UnknownKey] {
        let known = [
            "id", "name", "version", "kind", "icon", "abi", "libraries", "stickers", "summary", "app", "contexts",
            "permissions", "limits", "localizations", "settings",
        ]
        var warnings = object.unknownKeys(besides: known)
        if let abi = try? object.optionalObject("abi") { warnings += abi.unknownKeys(besides: ["min", "max"]) }
        if let app = try? object.optionalObject("app") { warnings += app.unknownKeys(besides: ["name", "url"]) }
        for permission in (try? object.optionalObjects("permissions")) ?? [] {
            warnings += permission.unknownKeys(besides: ["name", "reason"])
        }
        return warnings + unknownSettingKeys(object)
    }

    private static let maximumWarnings = 8

    private static func id(_ object: JSONObject) throws(MayflyError) -> ExtensionID {
        let text = try object.text("id")
        guard let id = ExtensionID(rawValue: text) else {
            throw object.problem("id", "must be a reverse-DNS name (\(ExtensionID.rule)), found '\(shown(text))'")
        }
        return id
    }

    /// A text for people: one line without control characters.
    package static func line(
        _ object: JSONObject,
        _ key: String,
        limit: Int,
        bytes: Int = .max
    ) throws(MayflyError) -> String {
        let text = try object.text(key)
        guard (1...limit).contains(text.count), text.utf8.count <= limit * 16 else {
            throw object.problem(key, "must have 1 to \(limit) characters, found \(grouped(text.count))")
        }
        guard text.utf8.count <= bytes else {
            throw object.problem(key, "must have at most \(grouped(bytes)) bytes, found \(grouped(text.utf8.count))")
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0 == "\u{2028}" })
        else { throw object.problem(key, "must be one line without control characters, found '\(shown(text))'") }
        return text
    }

    /// The name labels all that the extension shows, so a person must see it.
    package static func name(_ object: JSONObject) throws(MayflyError) -> String { try label(object, "name") }

    /// A text that labels something.
    static func label(_ object: JSONObject, _ key: String) throws(MayflyError) -> String {
        let name = try line(object, key, limit: 80, bytes: Origin.mostNameBytes)
        guard SafeText.isVisible(name) else {
            throw object.problem(key, "must have a visible character, found '\(shown(name))'")
        }
        return name
    }

    private static func icon(_ object: JSONObject) throws(MayflyError) -> String {
        try path(object, "icon", try object.text("icon"))
    }

    package static func summary(_ object: JSONObject) throws(MayflyError) -> String? {
        try object.optionalText("summary") == nil ? nil : line(object, "summary", limit: 300)
    }

    private static func version(_ object: JSONObject) throws(MayflyError) -> SemanticVersion {
        let text = try object.text("version")
        guard let version = SemanticVersion(text) else {
            throw object.problem("version", "must be a semantic version such as 1.0.0, found '\(shown(text))'")
        }
        return version
    }

    private static func kind(_ object: JSONObject) throws(MayflyError) -> Kind {
        let text = try object.text("kind")
        guard let kind = Kind(rawValue: text) else {
            let known = Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
            throw object.problem("kind", "must be \(known), found '\(shown(text))'")
        }
        return kind
    }
}

extension Manifest {
    private static func abi(_ object: JSONObject) throws(MayflyError) -> ABIRange {
        guard let range = try object.optionalObject("abi") else { throw object.missing("abi") }
        let min = try abiVersion(range, "min")
        let max = try abiVersion(range, "max")
        guard let result = ABIRange(min: min, max: max) else {
            throw object.problem("abi", "must not begin after its end, found \(min) to \(max)")
        }
        return result
    }

    private static func stickers(_ object: JSONObject) throws(MayflyError) -> String {
        guard object.members["libraries"] == nil else {
            throw object.problem("libraries", "must be absent: a sticker pack has no code")
        }
        return try path(object, "stickers", try object.text("stickers"))
    }

    private static func abiVersion(_ object: JSONObject, _ key: String) throws(MayflyError) -> ABIVersion {
        let text = try object.text(key)
        guard let version = ABIVersion(text) else {
            throw object.problem(key, "must be a version such as 1.0, found '\(shown(text))'")
        }
        return version
    }

    private static func libraries(_ object: JSONObject) throws(MayflyError) -> [String: String] {
        guard let map = try object.optionalObject("libraries") else { throw object.missing("libraries") }
        guard !map.members.isEmpty else {
            throw object.problem("libraries", "must name the library of at least one platform, such as linux-x86_64")
        }
        let paths = try map.texts()
        for platform in paths.keys.sorted() { _ = try path(map, platform, paths[platform] ?? "") }
        return paths
    }

    /// Checks the text of a path in the bundle. Links are checked where the file is opened.
    private static func path(_ object: JSONObject, _ key: String, _ text: String) throws(MayflyError) -> String {
        guard !text.begins(with: "/") else {
            throw object.problem(key, "must be a path in the bundle, found the absolute path '\(shown(text))'")
        }
        var depth = 0
        for component in text.parts(at: "/") where component != "." {
            depth += component == ".." ? -1 : 1
            guard depth >= 0 else { throw object.problem(key, "must not leave the bundle, found '\(shown(text))'") }
        }
        guard depth > 0, !text.utf8.contains(0), text.utf8.count <= 1024 else {
            throw object.problem(key, "must be a path in the bundle, found '\(shown(text))'")
        }
        return text
    }

    private static func contexts(
        _ object: JSONObject
    ) throws(MayflyError) -> (known: Set<Context>, warnings: [String]) {
        guard let names = try object.optionalTexts("contexts") else { return ([.messages], []) }
        let contexts = Set(names.compactMap(Context.init(rawValue:)))
        guard !contexts.isEmpty else {
            throw object.problem("contexts", "must name at least one of 'messages' and 'media'")
        }
        let unknown = names.filter { Context(rawValue: $0) == nil }.prefix(maximumWarnings)
        return (contexts, unknown.map { "\(fileName): the context '\(shown($0))' is not known to this host" })
    }

    package static func permissions(_ object: JSONObject) throws(MayflyError) -> [Permission] {
        var permissions: [Permission] = []
        let items = try object.optionalObjects("permissions") ?? []
        guard items.count <= maximumPermissions else {
            throw object.problem(
                "permissions",
                "must have at most \(maximumPermissions) permissions, found \(grouped(items.count))"
            )
        }
        for item in items {
            let name = try item.text("name")
            guard (1...mostNameBytes).contains(name.utf8.count), name.utf8.allSatisfy(isPermissionCharacter) else {
                let rule = "1 to \(mostNameBytes) lower-case letters, digits, dots, hyphens, colons and stars"
                throw item.problem("name", "must be \(rule), found '\(shown(name))'")
            }
            guard !permissions.contains(where: { $0.name == name }) else {
                throw item.problem("name", "must be asked for once, found '\(name)' again")
            }
            permissions.append(Permission(name: name, reason: try line(item, "reason", limit: 300)))
        }
        return permissions
    }

    /// More than anybody reads before an installation.
    private static let maximumPermissions = 32

    /// Enough for `network:` and the longest name of a host.
    private static let mostNameBytes = 272

    /// A warning for each permission that this host never grants.
    private static func unknownPermissions(_ permissions: [Permission]) -> [String] {
        permissions.filter { $0.known == nil }.prefix(maximumWarnings).map { permission in
            let name = shown(permission.name)
            guard permission.name.hasPrefix("network") else {
                return "\(fileName): the permission '\(name)' is not known to this host and is never granted"
            }
            return
                "\(fileName): the permission '\(name)' is never granted: 'network:' is followed by \(NetworkHost.rule)"
        }
    }

    private static func isPermissionCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "*")].contains(byte)
        }
    }
}
