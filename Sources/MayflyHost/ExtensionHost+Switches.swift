public import MayflyModel
public import MayflyStore

extension ExtensionHost {
    /// Switches an extension on or off on a device; nil means on all devices there are.
    ///
    /// Off ends the install: where the extension is open it resigns (3.16), and when it is switched on again it knows
    /// everybody by new identifiers (C-191). What it keeps in its private folder stays.
    /// - Throws: `.unknownDevice`; `.store`.
    public func setEnabled(_ isEnabled: Bool, _ id: ExtensionID, on device: String? = nil) throws(MayflyError) {
        let all = try devices()
        let chosen = try device.map { name throws(MayflyError) in [try store.device(named: name)] } ?? all
        for device in chosen { try store.setEnabled(isEnabled, id, on: device.id) }
        wakeWindows()
    }

    /// Whether an extension may be opened on a device.
    public func isEnabled(_ id: ExtensionID, on device: DeviceRecord) throws(MayflyError) -> Bool {
        try store.isEnabled(id, on: device.id)
    }
}
