internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// The extension and the device of `mayfly enable` and `mayfly disable`.
struct SwitchOptions: ParsableArguments {
    @Argument(help: "The extension's id.") var id: String
    @Option(help: ArgumentHelp("Only on this device (default: on all devices).", valueName: "device")) var `as`: String?

    /// Gives the extension's id. An id that is not installed is refused, so that a misspelled one is not stored.
    func setEnabled(_ isEnabled: Bool, in host: ExtensionHost) throws(MayflyError) -> ExtensionID {
        let id = try host.catalog().find(id).id
        try host.setEnabled(isEnabled, id, on: `as`)
        return id
    }
}
