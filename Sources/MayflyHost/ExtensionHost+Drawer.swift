public import MayflyBundles
public import MayflyModel
internal import MayflyStore
public import MayflyViews

/// What the app drawer of a device shows of an extension (C-004).
public struct DrawerEntry: Sendable {
    /// The extension, for `ConversationWindow.open`.
    public let bundle: ExtensionBundle
    /// Its name in the language of the person, safe to show in one line.
    public let name: String
    /// Its icon; nil where it cannot be read.
    public let icon: PictureData?
    /// Its place among the person's favourites on the device, from 1; nil for one that is none.
    public let favourite: Int?
    /// Its place among those that were used or installed last on the device, from 1 for the newest; nil for one that was never used.
    public let recent: Int?
}

extension ExtensionHost {
    /// The extensions that a device can open, in the order in which a swipe goes through them.
    ///
    /// `DrawerEntry.favourite` and `recent` say how the two parts of a drawer are ordered (10.2, C-016). An extension that `install` has
    /// brought is the newest of the second. The folders of the search path are read at each call.
    ///
    /// - Parameter languages: those of the person, for the names.
    /// - Throws: `.unknownDevice`; `.store`.
    public func drawer(of device: String, in languages: Languages = .none) throws(MayflyError) -> [DrawerEntry] {
        let device = try store.device(named: device)
        guard device.profile.runsExtensions else { return [] }
        let use = try store.drawerUse(on: device)
        var entries: [DrawerEntry] = []
        for bundle in catalog().localized(for: languages).bundles where try isEnabled(bundle.id, on: device) {
            let name = bundle.manifest.shownName
            entries.append(
                DrawerEntry(
                    bundle: bundle,
                    name: name,
                    icon: icon(of: bundle),
                    favourite: use.favourites.firstIndex(of: bundle.id).map { $0 + 1 },
                    recent: use.recent.firstIndex(of: bundle.id).map { $0 + 1 }
                )
            )
        }
        return entries
    }

    /// The largest number of favourites on a device.
    public static let mostFavourites = Store.mostFavourites

    /// Replaces the favourites in the drawer of a device, in the person's order.
    ///
    /// - Throws: `.unknownDevice`; `.unknownExtension` for one that is not there; `.invalidInput` for one that is named twice, and for
    ///   more than `mostFavourites`; `.notPossibleNow` for a device without a drawer; `.store`.
    public func setFavourites(_ favourites: [ExtensionID], of device: String) throws(MayflyError) {
        try requireDrawer(of: device)
        let device = try store.device(named: device)
        let catalog = catalog()
        for id in favourites.prefix(Self.mostFavourites + 1) { _ = try catalog.find(id.rawValue) }
        try store.setFavourites(favourites, on: device.id)
    }

    /// - Throws: `.unknownDevice`; `.notPossibleNow` for a device that has no drawer, because it runs no extensions; `.store`.
    public func requireDrawer(of device: String) throws(MayflyError) {
        let profile = try store.device(named: device).profile
        guard profile.runsExtensions else {
            throw MayflyError(.notPossibleNow, "'\(device)' has no drawer: a \(profile) device runs no extensions")
        }
    }
}
