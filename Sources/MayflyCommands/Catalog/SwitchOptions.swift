internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// Which extension is switched on or off, and where.
struct SwitchOptions: ParsableArguments {
    @Argument(help: "The extension's id.") var id: String
    @Option(help: ArgumentHelp("Only on this device (else on all).", valueName: "device")) var `as`: String?

    /// Gives the extension's id. One that is not installed is refused, so that a slip of the pen is not kept for ever.
    func setEnabled(_ isEnabled: Bool, in host: ExtensionHost) throws(MayflyError) -> ExtensionID {
        let id = try host.catalog().find(id).id
        try host.setEnabled(isEnabled, id, on: `as`)
        return id
    }
}
