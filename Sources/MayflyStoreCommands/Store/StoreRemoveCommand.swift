internal import ArgumentParser
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyDistribution
internal import MayflyHost
internal import MayflyModel

/// `mayfly store remove`.
struct StoreRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a store by its address, or an extension by its id, as 'mayfly uninstall' does."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The store's address, or the extension's id.") var name: String

    func run() throws {
        if let id = ExtensionID(rawValue: name) {
            try place.host().uninstall(id)
            return Output.standard.write(line: "uninstalled \(id)")
        }
        let address = try StoreAddress(name)
        try StoreDesk(place).stores.remove(address)
        Output.standard.write(
            line: "removed the store \(address.text); what was installed from it stays, and gets no updates"
        )
    }
}

/// `mayfly store rollback`.
struct StoreRollbackCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Install the version again that was there before the last update."
    )

    @OptionGroup var place: HomeOptions
    @Argument(help: "The extension's id.") var id: String

    func run() throws {
        let id = try WantedExtension(id).id
        let desk = try StoreDesk(place)
        let host = try desk.host()
        let (bundle, isOthers) = try desk.installer.goBack(id, searchPath: .standard(home: desk.home)) {
            () throws(MayflyError) in try host.forgetAnswers(of: id)
        }
        try host.noteInstall(of: bundle, isNew: false, isOthers: isOthers)
        Output.standard.write(line: "\(id) is at \(bundle.manifest.version) again")
    }
}
