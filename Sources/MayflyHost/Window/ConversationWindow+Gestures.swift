internal import MayflyBundles
internal import MayflyModel

extension ConversationWindow {
    /// Hands a swipe on to the extension, or takes it as the wish for another one.
    func takeSwipe(_ direction: SwipeDirection) async throws(MayflyError) {
        guard let open = openExtension else { throw Self.noExtension }
        // A sticker pack has no style of its own: it lies where the compact extensions do.
        guard openPack != nil || machine.style == .compact else { return await advance(.swiped(direction)) }
        try await openFromDrawer(try neighbour(of: open, direction))
    }

    /// The next of the extensions that are enabled on this device, in the order of the catalogue.
    private func neighbour(of open: ExtensionBundle, _ direction: SwipeDirection) throws(MayflyError) -> ExtensionBundle
    {
        let bundles = host.catalog().bundles
        guard let place = bundles.firstIndex(where: { $0.id == open.id }) else {
            throw MayflyError(.unknownExtension, "'\(open.id)' is not in the catalogue any more")
        }
        let others = direction == .left ? Array(bundles[(place + 1)...]) : bundles[..<place].reversed()
        for bundle in others where try host.isEnabled(bundle.id, on: device) { return bundle }
        let end = direction == .left ? "last" : "first"
        throw MayflyError(.notPossibleNow, "\(SafeText.line(open.manifest.name)) is the \(end) extension here")
    }
}
