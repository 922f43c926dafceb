package import MayflyBundles
public import MayflyModel
internal import MayflyStore

extension ExtensionHost {
    /// The settings of an extension with their values on a device, in the order of its manifest; none for one that has none.
    ///
    /// - Parameter languages: those of the person, for titles and choices.
    /// - Throws: `.unknownExtension`, or the error of a broken bundle; `.unknownDevice`; `.store`.
    public func settings(
        of id: ExtensionID,
        on device: String,
        in languages: Languages = .none
    ) throws(MayflyError) -> [SettingState] {
        let bundle = try catalog().find(id.rawValue).localized(for: languages)
        return try services.store.settings(of: bundle, on: try store.device(named: device).id)
    }

    /// Sets a setting of an extension on a device. Where the extension is open, in any program, it is told to read its settings again.
    ///
    /// - Throws: `.unknownExtension`, or the error of a broken bundle; `.unknownDevice`; `.invalidInput` for a setting that the
    ///   extension does not have, and for a value that breaks the setting's rule; `.store`.
    public func setSetting(
        _ key: String,
        of id: ExtensionID,
        on device: String,
        to value: SettingValue
    ) throws(MayflyError) {
        try keepSetting(key, of: id, on: device) { setting throws(MayflyError) in
            try setting.check(value)
            return value
        }
    }

    /// The same with the text of a value, as `SettingValue.text` writes it.
    package func setSetting(
        _ key: String,
        of id: ExtensionID,
        on device: String,
        toText text: String
    ) throws(MayflyError) {
        try keepSetting(key, of: id, on: device) { setting throws(MayflyError) in try setting.value(of: text) }
    }

    /// Gives settings of an extension on a device their defaults again.
    ///
    /// - Parameter key: the only one; nil means all, also values of settings that the extension does not have any more.
    /// - Throws: as `setSetting`.
    public func resetSettings(
        _ key: String? = nil,
        of id: ExtensionID,
        on device: String
    ) throws(MayflyError) {
        let bundle = try catalog().find(id.rawValue)
        let device = try store.device(named: device)
        if let key { _ = try bundle.setting(key) }
        try store.forgetSettings(key, of: bundle.id, on: device.id)
    }

    private func keepSetting(
        _ key: String,
        of id: ExtensionID,
        on device: String,
        _ value: (Setting) throws(MayflyError) -> SettingValue
    ) throws(MayflyError) {
        let bundle = try catalog().find(id.rawValue)
        let device = try store.device(named: device)
        let setting = try bundle.setting(key)
        try store.keepSetting(try value(setting).text, for: setting.key, of: bundle.id, on: device.id)
    }
}

extension ExtensionBundle {
    /// A setting by its key.
    /// - Throws: `.invalidInput`, with the settings that there are.
    package func setting(_ key: String) throws(MayflyError) -> Setting {
        let settings = manifest.settings
        if let setting = settings.first(where: { $0.key.hasSameBytes(as: key) }) { return setting }
        let keys = settings.map(\.key).joined(separator: ", ")
        let known = settings.isEmpty ? "it has none" : "it has \(keys)"
        throw MayflyError(.invalidInput, "\(id) has no setting '\(SafeText.line(key, limit: 80))'; \(known)")
    }
}

extension Store {
    /// The settings of a bundle with their values on a device.
    func settings(of bundle: ExtensionBundle, on device: DeviceID) throws(MayflyError) -> [SettingState] {
        guard !bundle.manifest.settings.isEmpty else { return [] }
        let kept = try settingValues(of: bundle.id, on: device)
        return bundle.manifest.settings.map { SettingState(setting: $0, value: $0.value(kept: kept[$0.key])) }
    }
}
