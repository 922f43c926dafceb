package import MayflyModel

extension Shapes {
    /// A setting with its value on a device.
    package static let setting = Shape<SettingState>.object(
        "Setting",
        "A setting of an extension, with its rule and its value on a device.",
        [
            Field("key", .text, "Its key in the manifest.") { $0.setting.key },
            Field("kind", Shape<String>.choice(["toggle", "text", "choice", "number"]), "Which values it has.") {
                $0.setting.kind.name
            },
            Field("title", .text, "What a person reads beside the control.") { $0.setting.title },
            .sometimes("summary", .text, "More about it.") { $0.setting.summary },
            Field("value", settingValue, "Its value.") { $0.value },
            Field("default", settingValue, "Its value until a person sets another.") { $0.setting.defaultValue },
            .sometimes("choices", choice.list, "What there is to choose.") {
                if case .choice(let choices) = $0.setting.kind { choices } else { nil }
            },
            .sometimes("minimum", .number, "The least number.") {
                if case .number(let range) = $0.setting.kind { range.lowerBound } else { nil }
            },
            .sometimes("maximum", .number, "The largest number.") {
                if case .number(let range) = $0.setting.kind { range.upperBound } else { nil }
            },
            .sometimes("max_length", .integer, "The largest text in characters.") {
                if case .text(let longest) = $0.setting.kind { longest } else { nil }
            },
        ]
    )

    /// The value of a setting: true or false, a text or the value of a choice, or a number.
    package static let settingValue = Shape<SettingValue>(
        Schema(.object(["type": .texts(["boolean", "string", "number"])]))
    ) { value, _ in
        switch value {
        case .toggle(let isOn): .boolean(isOn)
        case .text(let text): .text(text)
        case .number: JSONNumber(value.text).map { .number($0) } ?? .null
        }
    }

    private static let choice = Shape<Setting.Choice>.object(
        "SettingChoice",
        "One of the values of a setting.",
        [
            Field("value", .text, "The value.") { $0.value },
            Field("title", .text, "What a person reads.") { $0.title },
        ]
    )
}
