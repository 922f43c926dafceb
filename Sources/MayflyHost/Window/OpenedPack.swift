internal import Dispatch
internal import MayflyBundles
internal import MayflyModel
internal import MayflyStore

/// A sticker pack as a window shows it. It has no code (C-002).
struct OpenedPack: Sendable {
    let browser: StickerBrowser
    /// Why stickers were left out, one line each.
    let problems: [String]

    /// Reads a pack and copies its stickers into the media store, on a thread of its own: a large one takes seconds, and the threads
    /// that all windows share must not wait for disks.
    ///
    /// `isWanted` is asked before each file that is checked, each picture that is read and each sticker that is copied. Where it says
    /// no, this throws.
    static func read(
        _ bundle: ExtensionBundle,
        keeping media: MediaStore,
        while isWanted: @escaping @Sendable () -> Bool
    ) async throws(MayflyError) -> Self {
        let result: Result<Self, MayflyError> = await withCheckedContinuation { waiter in
            DispatchQueue(label: "org.mayfly.pack", qos: .utility).async {
                waiter.resume(
                    returning: Result { () throws(MayflyError) in try readHere(bundle, media, isWanted) }
                )
            }
        }
        return try result.get()
    }

    private static func readHere(
        _ bundle: ExtensionBundle,
        _ media: MediaStore,
        _ isWanted: () -> Bool
    ) throws(MayflyError) -> Self {
        let pack = try bundle.stickerPack(while: isWanted)
        var cells: [Sticker?] = []
        for sticker in pack.stickers {
            guard isWanted() else { throw MayflyError(.notPossibleNow, "the window is closing") }
            cells.append(try sticker.kept(in: media))
        }
        return Self(browser: StickerBrowser(size: pack.gridSize, cells: cells), problems: pack.problems)
    }
}
