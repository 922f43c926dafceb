public import MayflyModel
internal import MayflyStore

extension ExtensionHost {
    /// The largest number of recent stickers of a person.
    public static let mostRecents = Store.mostRecents

    /// The stickers that the person of a device used last, on whatever device, the newest first (model 9.4). Those of extensions are among
    /// them. Each picture is there once, as it was when it was used last.
    ///
    /// A sticker counts as used when it is sent. It stays here when its extension is uninstalled.
    /// - Throws: `.unknownDevice`; `.store`.
    public func recents(of device: String) throws(MayflyError) -> [RecentSticker] {
        try store.recents(on: store.device(named: device).id)
    }
}
