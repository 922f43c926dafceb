internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore

extension ConversationWindow {
    /// Taps a bubble: its extension is launched, or its address opened, or nothing happens (3.3 to 3.7, 9.2 to 9.4).
    func openBubble(_ number: Int) async throws(MayflyError) {
        let tapped = try bubble(number)
        await read([.bubble(tapped)])
        let item = tapped.item
        guard let message = item.message, let origin = item.origin else {
            throw MayflyError(.notPossibleNow, "entry \(number) is not a message of an extension")
        }
        let found = Result { () throws(MayflyError) in try launchable(origin.extensionID) }
        let bundle = try? found.get()
        switch (device.profile.tap(on: message, hasExtension: bundle != nil), found) {
        case (.launch, .success(let bundle)):
            closePack()
            await open(bundle, selecting: item)
        case (.openURL(let url), _):
            failure = nil
            observer(.openURL(url))
        case (.launch, .failure(let error)): throw error
        case (.nothing(let reason), .failure(let error)) where device.profile.runsExtensions:
            throw MayflyError(error.code, "entry \(number) does nothing: \(reason) (\(error.message))")
        case (.nothing(let reason), _):
            throw MayflyError(.notPossibleNow, "entry \(number) does nothing: \(reason)")
        }
    }

    /// The extension, unless it is not here, broken or switched off: then the error says which.
    private func launchable(_ id: ExtensionID) throws(MayflyError) -> ExtensionBundle {
        let bundle = try host.catalog().find(id.rawValue)
        try requireEnabled(bundle)
        return bundle
    }
}
