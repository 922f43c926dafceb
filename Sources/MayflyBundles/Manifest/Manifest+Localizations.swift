internal import MayflyLinux
public import MayflyModel

extension Manifest {
    /// The same manifest with the name, the summary, the reasons and the texts of settings in the language of a person. What has no
    /// translation stays as it is, and so does `ownName`.
    public func localized(for languages: Languages) -> Manifest {
        let texts = languages.texts(of: localizations)
        guard !texts.isEmpty else { return self }
        var manifest = self
        manifest.name = texts["name"] ?? name
        manifest.summary = texts["summary"] ?? summary
        manifest.permissions = permissions.map { permission in
            Permission(name: permission.name, reason: texts[Self.key(of: permission)] ?? permission.reason)
        }
        manifest.settings = settings.map { $0.localized(by: texts) }
        return manifest
    }

    /// Translations of texts that are not in the manifest: the first ones, and how many there are.
    struct StrayTexts: Sendable, Hashable {
        fileprivate(set) var keys: [UnknownKey] = []
        fileprivate(set) var count = 0

        /// The warnings, with the keys of the manifest that these resemble.
        func warnings(for manifest: Manifest) -> [String] {
            guard count > 0 else { return [] }
            let known = Array(Manifest.rules(manifest.permissions, manifest.settings).keys)
            let told = keys.map { UnknownKey(key: $0.key, place: $0.place, known: known) }
            return UnknownKey.warnings(told, count: count, of: Manifest.fileName)
        }
    }

    /// Reads the translations, each by the rule of the text that it stands for. Those of texts that are not there are `stray`.
    static func localizations(
        _ object: JSONObject,
        _ permissions: [Permission],
        _ settings: [Setting]
    ) throws(MayflyError) -> (texts: [String: [String: String]], stray: StrayTexts) {
        guard let map = try object.optionalObject("localizations") else { return ([:], StrayTexts()) }
        let rules = rules(permissions, settings)
        var (result, stray): ([String: [String: String]], StrayTexts) = ([:], StrayTexts())
        var seen: Set<String> = []
        for (language, texts) in try map.objects() {
            guard Languages.isTag(language) else {
                throw object.problem("localizations", "must have \(Languages.rule) as key, found '\(shown(language))'")
            }
            guard seen.insert(language.lowercased()).inserted else {
                throw object.problem("localizations", "must have each language once, found '\(language)' again")
            }
            result[language] = try translations(texts, rules)
            let unknown = texts.unknownKeys { rules[$0] != nil }
            stray.count += unknown.count
            stray.keys += unknown.prefix(UnknownKey.mostTold - stray.keys.count)
        }
        return (result, stray)
    }

    private enum Rule {
        case label, line
    }

    private static func translations(
        _ texts: JSONObject,
        _ rules: [String: Rule]
    ) throws(MayflyError) -> [String: String] {
        let all = try texts.texts()
        for key in all.keys.sorted() {
            switch rules[key] {
            case .label: _ = try label(texts, key)
            case .line: _ = try line(texts, key, limit: 300)
            case nil: continue
            }
        }
        return all.filter { rules[$0.key] != nil }
    }

    /// The keys of all texts that can be translated, with their rules.
    private static func rules(_ permissions: [Permission], _ settings: [Setting]) -> [String: Rule] {
        var rules: [String: Rule] = ["name": .label, "summary": .line]
        for permission in permissions { rules[key(of: permission)] = .line }
        for setting in settings {
            rules[setting.titleKey] = .label
            rules[setting.summaryKey] = .line
            guard case .choice(let choices) = setting.kind else { continue }
            for choice in choices { rules[setting.key(of: choice)] = .label }
        }
        return rules
    }

    /// The permissions that this host knows, each with a digest of its reason in all languages: an answer of a person is to these words.
    package var wordings: [PermissionName: [UInt8]] {
        var wordings: [PermissionName: [UInt8]] = [:]
        for permission in permissions {
            guard let name = permission.known else { continue }
            let key = Self.key(of: permission)
            let others = localizations.keys.sorted().flatMap { language in
                localizations[language]?[key].map { [language, $0] } ?? []
            }
            let texts = [ownReasons[permission.name] ?? permission.reason] + others
            wordings[name] = Array(SHA256.hash(texts.flatMap { Array($0.utf8) + [0] }))
        }
        return wordings
    }

    private static func key(of permission: Permission) -> String { "permissions.\(permission.name).reason" }
}

extension Setting {
    fileprivate var titleKey: String { "settings.\(key).title" }
    fileprivate var summaryKey: String { "settings.\(key).summary" }

    fileprivate func key(of choice: Choice) -> String { "settings.\(key).choices.\(choice.value)" }

    fileprivate func localized(by texts: [String: String]) -> Setting {
        var kind = kind
        if case .choice(let choices) = kind {
            kind = .choice(choices.map { Choice(value: $0.value, title: texts[key(of: $0)] ?? $0.title) })
        }
        return Setting(
            key: key,
            title: texts[titleKey] ?? title,
            summary: summary.map { texts[summaryKey] ?? $0 },
            kind: kind,
            defaultValue: defaultValue
        )
    }
}
