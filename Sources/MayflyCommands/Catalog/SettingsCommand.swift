internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyViews

/// `mayfly settings`: what a person can set of an extension.
struct SettingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "List the settings of an extension on a device, or set one.",
        discussion: """
            Without a value they are listed, with the values that each takes. A value is 'true' or 'false', a text, one of the \
            choices, or a number. Begin with '--' where it begins with a hyphen: mayfly settings ID KEY --as DEVICE -- -5
            """
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id.") var id: String
    @Argument(help: "The key of a setting.") var key: String?
    @Argument(help: "The value to set.") var value: String?
    @Option(help: ArgumentHelp("The device.", valueName: "device")) var `as`: String
    @Flag(help: "Give the setting its default again; without a key, all settings.") var reset = false
    @Flag(help: "Print one JSON object a line.") var json = false

    func validate() throws {
        guard !reset || value == nil else { throw ValidationError("--reset and a value cannot be used together") }
    }

    func run() throws {
        let isChange = reset || value != nil
        let host = try isChange ? place.host() : place.reader()
        let bundle = try host.catalog().find(id)
        if let key { _ = try bundle.setting(key) }
        if let key, let value {
            try host.setSetting(key, of: bundle.id, on: `as`, toText: value)
        } else if reset {
            try host.resetSettings(key, of: bundle.id, on: `as`)
        }
        let all = try host.settings(of: bundle.id, on: `as`, in: .ofPerson(unless: json))
        let shown = all.filter { state in key.map { state.setting.key.hasSameBytes(as: $0) } ?? true }
        guard !json else { return Output.standard.write(lines: shown.map { Shapes.setting.json($0, .none).line }) }
        guard !shown.isEmpty else { return Output.standard.write(line: "\(bundle.id) has no settings") }
        Output.standard.write(lines: shown.flatMap { Self.lines(of: $0, width: Output.standard.columns) })
    }

    /// One line for the key and one for each thing about it. Further rows of a long one begin below it.
    private static func lines(of state: SettingState, width: Int?) -> [String] {
        let setting = state.setting
        let isDefault = state.value == setting.defaultValue
        let rows: [(String, String?)] = [
            ("title", setting.title), ("summary", setting.summary),
            ("value", isDefault ? "\(state.value.text) (default)" : state.value.text), ("takes", rule(setting)),
        ]
        return [setting.key]
            + rows.flatMap { name, value -> [String] in
                guard let value else { return [] }
                let prefix = "  \(name)" + String(repeating: " ", count: 9 - name.count)
                let text = SafeText.collapsingBlanks(SafeText.line(value, limit: 4_000))
                guard let width else { return [prefix + text] }
                return TerminalLines.hanging(prefix, text, indent: prefix.count, width: width)
            }
    }

    /// What a setting takes.
    private static func rule(_ setting: Setting) -> String {
        switch setting.kind {
        case .toggle: "true or false"
        case .text(let longest): "a text of at most \(grouped(longest)) characters"
        case .choice(let choices): choices.map { "\($0.value) (\($0.title))" }.joined(separator: ", ")
        case .number(let range):
            "a number from \(SettingValue.number(range.lowerBound).text) to \(SettingValue.number(range.upperBound).text)"
        }
    }
}
