package import MayflyModel
package import MayflyStore

/// Which extensions are disabled, and on which devices.
package struct DisabledExtensions: Sendable {
    private let devices: [ExtensionID: [String]]
    /// How many devices there are.
    private let deviceCount: Int

    package init() { (devices, deviceCount) = ([:], 0) }

    /// Reads them from the database.
    package init(_ store: Store) throws(MayflyError) {
        (devices, deviceCount) = (try store.disablings(), try store.devices().count)
    }

    /// The devices on which the extension is disabled.
    package func devices(of id: ExtensionID) -> [String] { devices[id] ?? [] }

    /// Such as `disabled on alice`, or `disabled` where that is all devices; nil when the extension is enabled on all.
    package func text(of id: ExtensionID) -> String? {
        let names = devices(of: id)
        guard !names.isEmpty else { return nil }
        guard names.count < deviceCount else { return "disabled" }
        return "disabled on \(names.map { SafeText.line($0) }.joined(separator: ", "))"
    }
}
