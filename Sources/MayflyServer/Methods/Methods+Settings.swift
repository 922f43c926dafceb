internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC

extension Methods {
    static let settings: [Method] = [
        .query(
            "settings.read",
            "The settings of an extension, with their rules and their values on a device, in the languages of 'hello'.",
            id,
            device,
            result: list
        ) { client, id, device in
            let languages = client.languages
            return try await keeping.run { _ in try client.host.settings(of: id, on: device, in: languages) }
        },
        .query(
            "settings.set",
            "Sets a setting of an extension on a device, or gives it its default again. The answer has all settings.",
            id,
            device,
            Parameter<String>.name("key", "The key of the setting; without it, all are given their defaults.").optional,
            value.optional,
            result: list
        ) { client, id, device, key, value in
            if key == nil, value != nil { throw RPCError.wrongParameter("key", "is missing: there is a value") }
            let languages = client.languages
            return try await keeping.run { _ in
                if let key, let value {
                    try client.host.setSetting(key, of: id, on: device, to: value)
                } else {
                    try client.host.resetSettings(key, of: id, on: device)
                }
                return try client.host.settings(of: id, on: device, in: languages)
            }
        },
    ]

    private static let device = Parameter<String>.name("device", "The name of the device.")

    /// The folders of the search path are read there.
    private static let keeping = WorkThread()

    private static let value = Parameter<SettingValue>(
        "value",
        Shapes.settingValue.schema,
        "The value, by the kind of the setting: true or false, a text, the value of a choice, a number; without it, the default."
    ) { json in
        switch json {
        case .boolean(let isOn): return .toggle(isOn)
        case .text(let text): return .text(text)
        case .number(let number):
            guard let double = number.double else {
                throw RPCError.wrongParameter("value", "is too large: \(SafeText.line(number.text, limit: 40))")
            }
            return .number(double)
        case .null, .list, .object, .written:
            throw RPCError.wrongParameter("value", "must be true or false, a string or a number, not \(json.kind)")
        }
    }

    private static let list = Shape<[SettingState]>.object(
        "Settings",
        "The settings of an extension on a device.",
        [Field("settings", Shapes.setting.list, "The settings, in the order of the manifest.") { $0 }]
    )
}
