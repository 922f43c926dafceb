internal import MayflyBundles
package import MayflyModel

extension TrustedMetadata {
    /// What the store offers, each version once, and a sentence for each entry that breaks a rule and is left out.
    ///
    /// Where `isStopped` says true, it throws `MayflyError.stopped`.
    package func offers(unless isStopped: (() -> Bool)? = nil) throws(MayflyError) -> (
        offers: [Offer], refused: [String]
    ) {
        var (files, refused) = try files(unless: isStopped)
        let byRole = Dictionary(grouping: files, by: \.role).mapValues { items in
            Dictionary(items.map { ($0.file.path, $0.file) }) { first, _ in first }
        }
        files.removeAll { $0.role == .targets || !$0.file.path.hasSuffix("/bundle.tar") }
        var offers: [Offer] = []
        for (role, archive) in files {
            if isStopped?() == true { throw MayflyError.stopped }
            do throws(MayflyError) {
                offers.append(try Offer(archive, of: role) { byRole[role]?[$0] })
            } catch {
                refused.append(error.message)
            }
        }
        return (offers, refused)
    }

    /// The file of the store's description; nil where it has none.
    package var description: TargetFile? {
        storeFile(StoreDescription.path)
    }
}
