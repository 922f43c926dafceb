public import MayflyBundles
public import MayflyModel
public import MayflyViews

/// What the app drawer of a device shows of an extension (C-004).
public struct DrawerEntry: Sendable {
    /// The extension, for `ConversationWindow.open`.
    public let bundle: ExtensionBundle
    /// Its name, safe to show in one line.
    public let name: String
    /// Its icon; nil where it cannot be read.
    public let icon: PictureData?
}

extension ExtensionHost {
    /// The extensions that a device can open, in the order in which a swipe goes through them.
    ///
    /// The folders of the search path are read at each call.
    /// - Throws: `.unknownDevice`; `.store`.
    public func drawer(of device: String) throws(MayflyError) -> [DrawerEntry] {
        let device = try store.device(named: device)
        guard device.profile.runsExtensions else { return [] }
        var entries: [DrawerEntry] = []
        for bundle in catalog().bundles where try isEnabled(bundle.id, on: device) {
            let name = SafeText.collapsingBlanks(SafeText.line(bundle.manifest.name))
            entries.append(DrawerEntry(bundle: bundle, name: name, icon: icon(of: bundle)))
        }
        return entries
    }
}
