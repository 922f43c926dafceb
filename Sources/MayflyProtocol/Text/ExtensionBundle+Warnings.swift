package import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyWorkers

extension ExtensionBundle {
    /// The warnings of the bundle, and why this host cannot use it although it breaks no rule: its ABI versions, or a
    /// pack without a usable sticker.
    package var allWarnings: [String] {
        warnings + (versionProblem.map { [$0] } ?? []) + (packProblem.map { [$0] } ?? [])
    }

    /// Reads the whole pack, so it takes as long as opening the pack.
    private var packProblem: String? {
        guard manifest.kind == .stickerPack else { return nil }
        do throws(MayflyError) {
            _ = try stickerPack()
            return nil
        } catch {
            return error.message
        }
    }
}

extension CatalogEntry {
    /// The warnings of the bundle, those about this host included.
    package var allWarnings: [String] {
        switch state {
        case .ready(let bundle), .shadowed(let bundle, by: _): bundle.allWarnings
        case .broken: []
        }
    }
}
