internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore

/// Opens and closes extensions and sticker packs, as a person asks for it: from the drawer, by a tap on a bubble or by a swipe.
struct OpeningActions {
    private let context: ActionContext

    private var services: HostServices { context.scope.services }
    private var device: DeviceRecord { context.scope.device }
    private var area: ExtensionArea { context.area }
    private var session: ExtensionSession { context.session }

    init(_ context: ActionContext) { self.context = context }

    // MARK: From the drawer

    /// Opens an extension or a sticker pack. What is open is closed first.
    nonisolated(nonsending) func open(_ bundle: ExtensionBundle) async throws(MayflyError) {
        let bundle = bundle.localized(for: context.scope.languages)
        // C-012, C-251
        guard device.profile.runsExtensions else {
            throw MayflyError(
                .notPossibleNow,
                "\(SafeText.line(bundle.manifest.name)) cannot be opened on '\(device.name)': "
                    + "only full devices run extensions, and this one is of the profile '\(device.profile.rawValue)'"
            )
        }
        try requireEnabled(bundle)
        area.closePack()
        guard bundle.manifest.kind == .stickerPack else {
            return await session.open(bundle, selecting: nil)
        }
        session.forgetFailure()
        await session.advance(.close)
        let opened = try await OpenedPack.read(bundle, keeping: services.media) { [queue = context.queue] in
            !queue.isEnding
        }
        area.openPack(bundle, opened.browser, problems: opened.problems)
        do throws(MayflyError) {
            // Nothing of it is launched, which would say that it was used.
            try services.store.noteUse(of: bundle.id, on: device.id, at: services.clock.now)
        } catch {
            area.report(.warning, "that a sticker pack was opened cannot be written down: \(error.message)")
        }
    }

    /// C-191: an extension that is switched off counts as not installed.
    private func requireEnabled(_ bundle: ExtensionBundle) throws(MayflyError) {
        guard try services.isEnabled(bundle.id, on: device) else {
            throw MayflyError(
                .notPossibleNow,
                "\(SafeText.line(bundle.manifest.name)) is disabled on device '\(device.name)'"
            )
        }
    }

    // MARK: By a bubble

    /// Taps a bubble: its extension is launched, or its address opened, or nothing happens (3.3 to 3.7, 9.2 to 9.4).
    nonisolated(nonsending) func openBubble(_ number: Int, _ shown: ItemID?) async throws(MayflyError) {
        let tapped = try context.conversation.bubble(number, shown: shown)
        await session.take(context.conversation.read([.bubble(tapped)]))
        let item = tapped.item
        guard let message = item.message, let origin = item.origin else {
            throw MayflyError(.notPossibleNow, "entry \(number) is not a message of an extension")
        }
        let catalog = await services.readCatalog().localized(for: context.scope.languages)
        let found = Result { () throws(MayflyError) in try launchable(origin.extensionID, in: catalog) }
        let bundle = try? found.get()
        switch (device.profile.tap(on: message, hasExtension: bundle != nil), found) {
        case (.launch, .success(let bundle)):
            area.closePack()
            await session.open(bundle, selecting: item)
        case (.openURL(let url), _):
            session.forgetFailure()
            context.scope.observer(.openURL(url))
        case (.handOff, _): try handOver(item, of: number)
        case (.launch, .failure(let error)): throw error
        case (.nothing(let reason), .failure(let error)) where device.profile.runsExtensions:
            throw MayflyError(error.code, "entry \(number) does nothing: \(reason) (\(error.message))")
        case (.nothing(let reason), _):
            throw MayflyError(.notPossibleNow, "entry \(number) does nothing: \(reason)")
        }
    }

    /// Offers a message to the person's full devices (10.6). Where it is offered already, nothing happens.
    private func handOver(_ item: Item, of number: Int) throws(MayflyError) {
        let targets = try services.store.handOffTargets(of: device.id)
        guard !targets.open.isEmpty else {
            let owner = device.ownerName
            let names = targets.all.map(\.name).joined(separator: ", ")
            let reason =
                targets.all.isEmpty
                ? "'\(owner)' has no full device to continue on"
                : "no full device of '\(owner)' is open to continue on (\(names))"
            let kind = device.profile.rawValue
            throw MayflyError(
                .notPossibleNow,
                "entry \(number) does nothing: a \(kind) device only displays messages, and \(reason)"
            )
        }
        let conversation = context.scope.conversation.id
        if try services.store.offer(item.id, in: conversation, from: device.id, at: services.clock.now) {
            try context.handOffs.look()
        }
    }

    /// Takes a message that another device of the person offers, and opens it as a tap on its bubble does (3.3).
    nonisolated(nonsending) func takeHandOff(_ id: HandOffID) async throws(MayflyError) {
        guard device.profile.runsExtensions else {
            let kind = device.profile.rawValue
            throw MayflyError(.notPossibleNow, "a \(kind) device cannot continue with a message: it runs no extensions")
        }
        let (store, now) = (services.store, services.clock.now)
        let handOff = try store.openHandOff(id, on: device.id, at: now)
        guard handOff.conversation.id == context.scope.conversation.id else {
            throw MayflyError(
                .notPossibleNow,
                "the message from '\(handOff.source.name)' is in conversation '\(handOff.conversation.name)'"
            )
        }
        await session.take(try context.conversation.catchUp())
        guard let number = try context.conversation.number(of: handOff.item) else {
            throw MayflyError(
                .unknownMessage,
                "the message from '\(handOff.source.name)' is not on '\(device.name)', or is gone"
            )
        }
        _ = try context.conversation.bubble(number, shown: handOff.item)
        // Before it is opened: two devices that take it at once must not both open it.
        try store.take(id, on: device.id, at: now)
        try context.handOffs.look()
        try await openBubble(number, handOff.item)
    }

    /// The extension, unless it is not here, broken or switched off: then the error says which.
    private func launchable(_ id: ExtensionID, in catalog: Catalog) throws(MayflyError) -> ExtensionBundle {
        let bundle = try catalog.find(id.rawValue)
        try requireEnabled(bundle)
        return bundle
    }

    // MARK: By a swipe

    /// Passes a swipe to the extension in expanded style; otherwise it opens the next extension of the catalogue.
    nonisolated(nonsending) func swipe(_ direction: SwipeDirection) async throws(MayflyError) {
        guard let current = area.open else { throw ExtensionArea.noExtension }
        // A sticker pack has no style of its own: it is shown where compact extensions are.
        guard area.pack != nil || session.style == .compact else {
            session.noteTouch()
            return await session.advance(.swiped(direction))
        }
        try await open(try neighbour(of: current, direction, in: await services.readCatalog()))
    }

    /// The next of the extensions that are enabled on this device, in the order of the catalogue.
    private func neighbour(
        of current: ExtensionBundle,
        _ direction: SwipeDirection,
        in catalog: Catalog
    ) throws(MayflyError) -> ExtensionBundle {
        let bundles = catalog.bundles
        guard let index = bundles.firstIndex(where: { $0.id == current.id }) else {
            throw MayflyError(.unknownExtension, "'\(current.id)' is not in the catalogue any more")
        }
        let others = direction == .left ? Array(bundles[(index + 1)...]) : bundles[..<index].reversed()
        for bundle in others where try services.isEnabled(bundle.id, on: device) { return bundle }
        let end = direction == .left ? "last" : "first"
        throw MayflyError(.notPossibleNow, "\(SafeText.line(current.manifest.name)) is the \(end) extension here")
    }

    // MARK: Closing

    /// Closes what is open.
    nonisolated(nonsending) func close() async throws(MayflyError) {
        guard area.open != nil else { throw ExtensionArea.noExtension }
        area.closePack()
        await session.advance(.close)
    }

    /// 3.16: an extension that was disabled or removed while it is open resigns, also when it was installed again and launched in
    /// another window since.
    nonisolated(nonsending) func closeWhatIsGone() async throws(MayflyError) {
        let salt = context.scope.install.salt
        if let id = session.current, try !services.store.hasInstall(of: id, on: device.id, salt: salt) {
            await session.advance(.removed)
        }
        // A pack has no install in the store; its folder tells whether it is still there. `isAllHere` looks at the same.
        guard let pack = area.openedPack else { return }
        let isHere = try services.isEnabled(pack.id, on: device) && services.has(pack)
        if !isHere { area.closePack() }
    }

    /// Whether `closeWhatIsGone` would close nothing.
    func isAllHere(at glance: Glance) -> Bool {
        if session.current != nil, glance.salt != context.scope.install.salt { return false }
        guard let pack = area.openedPack else { return true }
        return !glance.isPackDisabled && services.has(pack)
    }
}
