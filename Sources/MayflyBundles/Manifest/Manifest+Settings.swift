internal import MayflyModel

extension Manifest {
    /// The settings that the extension declares, in order.
    static func settings(_ object: JSONObject) throws(MayflyError) -> [Setting] {
        guard let items = try object.optionalObjects("settings") else { return [] }
        guard items.count <= Setting.most else {
            throw object.problem("settings", "must have at most \(Setting.most) settings, found \(items.count)")
        }
        var settings: [Setting] = []
        for item in items {
            let setting = try setting(item)
            guard !settings.contains(where: { $0.key == setting.key }) else {
                throw item.problem("key", "must be used once, found '\(setting.key)' again")
            }
            settings.append(setting)
        }
        return settings
    }

    /// A warning for each key of a setting that this host does not know.
    static func unknownSettingKeys(_ object: JSONObject) -> [UnknownKey] {
        ((try? object.optionalObjects("settings")) ?? []).flatMap { item in
            let choices = (try? item.optionalObjects("choices")) ?? []
            return item.unknownKeys(besides: ["key", "kind", "title", "summary", "default"] + keysOfKinds.map(\.key))
                + choices.flatMap { $0.unknownKeys(besides: ["value", "title"]) }
        }
    }

    /// The keys that belong to one kind alone.
    private static let keysOfKinds = [
        (key: "choices", kind: "choice"), (key: "minimum", kind: "number"), (key: "maximum", kind: "number"),
        (key: "maxLength", kind: "text"),
    ]

    private static func setting(_ object: JSONObject) throws(MayflyError) -> Setting {
        let key = try object.text("key")
        guard isSettingKey(key) else {
            let rule = "1 to 40 small letters, digits, hyphens and underscores, a letter first"
            throw object.problem("key", "must be \(rule), found '\(shown(key))'")
        }
        let kind = try settingKind(object)
        for (key, owner) in keysOfKinds where owner != kind.name && object.members[key] != nil {
            throw object.problem(key, "must be absent: only a setting of the kind '\(owner)' has it")
        }
        let title = try label(object, "title")
        let setting = Setting(
            key: key,
            title: title,
            summary: try summary(object),
            kind: kind,
            defaultValue: try defaultValue(object, kind)
        )
        do throws(MayflyError) {
            try setting.check(setting.defaultValue)
        } catch {
            throw object.problem("default", "breaks a rule of its setting: \(error.message)")
        }
        return setting
    }

    private static func settingKind(_ object: JSONObject) throws(MayflyError) -> Setting.Kind {
        let kind = try object.text("kind")
        switch kind {
        case "toggle": return .toggle
        case "text": return .text(maxLength: try maxLength(object))
        case "choice": return .choice(try choices(object))
        case "number": return .number(try range(object))
        default:
            throw object.problem("kind", "must be toggle, text, choice or number, found '\(shown(kind))'")
        }
    }

    private static func maxLength(_ object: JSONObject) throws(MayflyError) -> Int {
        guard let number = try object.optionalNumber("maxLength") else { return Setting.usualTextLength }
        guard let length = Int(exactly: number), (1...Setting.longestText).contains(length) else {
            let found = SettingValue.number(number).text
            throw object.problem(
                "maxLength",
                "must be a whole number from 1 to \(grouped(Setting.longestText)), found \(found)"
            )
        }
        return length
    }

    private static func range(_ object: JSONObject) throws(MayflyError) -> ClosedRange<Double> {
        let largest = Setting.largestNumber
        let (least, most) = (
            try object.optionalNumber("minimum") ?? -largest, try object.optionalNumber("maximum") ?? largest
        )
        for (key, number) in [("minimum", least), ("maximum", most)] where abs(number) > largest {
            let limit = grouped(Int(largest))
            throw object.problem(key, "must be a number from -\(limit) to \(limit), found \(number)")
        }
        guard least <= most else {
            let (low, high) = (SettingValue.number(least).text, SettingValue.number(most).text)
            throw object.problem("minimum", "must not be more than 'maximum', found \(low) and \(high)")
        }
        return least...most
    }

    private static func choices(_ object: JSONObject) throws(MayflyError) -> [Setting.Choice] {
        guard let items = try object.optionalObjects("choices") else { throw object.missing("choices") }
        guard (1...Setting.mostChoices).contains(items.count) else {
            throw object.problem("choices", "must have 1 to \(Setting.mostChoices) choices, found \(items.count)")
        }
        var choices: [Setting.Choice] = []
        for item in items {
            let value = try item.text("value")
            guard (1...40).contains(value.utf8.count), value.utf8.allSatisfy(isChoiceCharacter) else {
                let rule = "1 to 40 letters, digits, dots, hyphens and underscores"
                throw item.problem("value", "must be \(rule), found '\(shown(value))'")
            }
            guard !choices.contains(where: { $0.value == value }) else {
                throw item.problem("value", "must be used once, found '\(value)' again")
            }
            choices.append(Setting.Choice(value: value, title: try label(item, "title")))
        }
        return choices
    }

    private static func defaultValue(
        _ object: JSONObject,
        _ kind: Setting.Kind
    ) throws(MayflyError) -> SettingValue {
        switch kind {
        case .toggle:
            guard let value = object.members["default"], value != .null else { throw object.missing("default") }
            guard case .boolean(let isOn) = value else {
                throw object.problem("default", "must be true or false, found \(value.kind)")
            }
            return .toggle(isOn)
        case .text, .choice: return .text(try object.text("default"))
        case .number:
            guard let number = try object.optionalNumber("default") else { throw object.missing("default") }
            return .number(number)
        }
    }

    private static func isSettingKey(_ key: String) -> Bool {
        guard let first = key.utf8.first, isSmallLetter(first), key.utf8.count <= 40 else { return false }
        return key.utf8.allSatisfy { isSmallLetter($0) || isDigit($0) || $0 == hyphen || $0 == underscore }
    }

    private static func isChoiceCharacter(_ byte: UInt8) -> Bool {
        isSmallLetter(byte | 0x20) || isDigit(byte) || [hyphen, underscore, UInt8(ascii: ".")].contains(byte)
    }

    private static func isSmallLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static let hyphen = UInt8(ascii: "-")
    private static let underscore = UInt8(ascii: "_")
}
