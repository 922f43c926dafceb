internal import MayflyABI
internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

extension ExtensionHost {
    /// What speaks for the extension of a worker, on one device, in a conversation with these members. `warn` takes lines about
    /// files that are odd without being wrong.
    func broker(
        for bundle: ExtensionBundle,
        in worker: Worker,
        device: DeviceRecord,
        members: [DeviceRecord],
        folders: WorkerFolders,
        warn: @escaping @Sendable (String) -> Void
    ) throws(MayflyError) -> Broker {
        let salt = try store.install(of: bundle.id, on: device.id)
        let local = device.id.owner
        let remote = members.map(\.id.owner).filter { $0 != local }
        let identities = Identities(salt: salt, local: local, remote: remote)
        let folder = try store.home.createPrivateFolder(of: bundle.id, on: device.id)
        let files = ExtensionFiles(
            privateFolder: folder,
            bundleFolder: bundle.folder,
            seen: folders,
            media: media,
            taken: { [weak worker] in worker?.noteTransfer(of: $0) },
            warn: warn
        )
        return Broker(
            coder: MessageCoder(identities: identities, files: files),
            local: local,
            origin: bundle.origin
        )
    }

    /// What a worker is told to open. The library is open and checked; the worker takes it over.
    func order(
        for bundle: ExtensionBundle,
        device: DeviceRecord,
        style: PresentationStyle
    ) throws(MayflyError) -> LaunchRequest {
        try bundle.requireSharedVersion()
        let folder = try store.home.createPrivateFolder(of: bundle.id, on: device.id)
        return try LaunchRequest(opening: bundle, privateFolder: folder, style: style)
    }

    /// The stickers of a pack, which has no code (C-002).
    func browser(of pack: StickerPack) throws(MayflyError) -> StickerBrowser {
        var cells: [Sticker?] = []
        for sticker in pack.stickers { cells.append(try sticker.kept(in: media)) }
        return StickerBrowser(size: pack.gridSize, cells: cells)
    }
}

extension ExtensionBundle {
    /// What goes with everything that the extension stages (C-018).
    package var origin: Origin { Origin(extensionID: id, name: manifest.name) }

    /// Refuses a bundle whose versions of the C ABI this host does not speak, before anything of it is opened.
    func requireSharedVersion() throws(MayflyError) {
        let oldest = Manifest.ABIVersion(number: Table.oldestVersion)
        let newest = Manifest.ABIVersion(number: Table.newestVersion)
        guard let abi = manifest.abi, abi.max < oldest || newest < abi.min else { return }
        let spoken = oldest == newest ? "\(oldest)" : "\(oldest) to \(newest)"
        throw MayflyError(
            .loadFailed,
            "\(SafeText.line(manifest.name)) cannot be loaded: its ABI versions are \(abi), and this host speaks \(spoken)"
        )
    }

}

extension Manifest.ABIVersion {
    /// From the number of the C interface, major << 16 | minor.
    fileprivate init(number: UInt32) {
        self.init(major: UInt16(truncatingIfNeeded: number >> 16), minor: UInt16(truncatingIfNeeded: number))
    }
}
