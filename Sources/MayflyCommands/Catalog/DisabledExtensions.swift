internal import MayflyModel
internal import MayflyStore

/// Which extensions are disabled, and on which devices.
package struct DisabledExtensions: Sendable {
    private let devices: [ExtensionID: [String]]
    /// How many devices there are.
    private let deviceCount: Int

    package init() { (devices, deviceCount) = ([:], 0) }

    private init(_ store: Store) throws(MayflyError) {
        (devices, deviceCount) = (try store.disablings(), try store.devices().count)
    }

    /// Reads them from the database. One that cannot be read is reported, and hides no extension: none is disabled then.
    static func reading(_ home: HomeFolder) -> DisabledExtensions {
        guard home.hasDatabase else { return DisabledExtensions() }
        do throws(MayflyError) {
            return try DisabledExtensions(try Store(home: home, isReading: true))
        } catch {
            Output.complain("warning: it is not known which extensions are disabled: \(error.message)")
            return DisabledExtensions()
        }
    }

    /// The devices on which the extension is disabled.
    func devices(of id: ExtensionID) -> [String] { devices[id] ?? [] }

    /// Such as `disabled on alice`, or `disabled` where that is all devices; nil when the extension is enabled on all.
    func text(of id: ExtensionID) -> String? {
        let names = devices(of: id)
        guard !names.isEmpty else { return nil }
        guard names.count < deviceCount else { return "disabled" }
        return "disabled on \(names.map { SafeText.line($0) }.joined(separator: ", "))"
    }
}
