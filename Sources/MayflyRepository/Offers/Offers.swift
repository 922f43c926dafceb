internal import MayflyBundles
package import MayflyModel

extension TrustedMetadata {
    /// What the store offers, each version once, and a sentence for each entry that breaks a rule and is left out.
    ///
    /// `known` is what `files` gives, where it was called before. Throws as that does.
    package func offers(among known: OwnedFiles? = nil, unless isStopped: (() -> Bool)? = nil) throws(MayflyError) -> (
        offers: [Offer], refused: [String]
    ) {
        var (files, refused): OwnedFiles
        if let known { (files, refused) = known } else { (files, refused) = try self.files(unless: isStopped) }
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
