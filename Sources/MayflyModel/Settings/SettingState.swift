/// A setting of an extension with its value on a device.
public struct SettingState: Sendable, Hashable {
    /// The setting.
    public let setting: Setting
    /// Its value: the default where the person has set none, or one that does not fit any more.
    public let value: SettingValue

    package init(setting: Setting, value: SettingValue) { (self.setting, self.value) = (setting, value) }
}
