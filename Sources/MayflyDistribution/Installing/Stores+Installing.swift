internal import Foundation
package import MayflyBundles
internal import MayflyLinux
package import MayflyModel
package import MayflyRepository

extension Stores {
    /// Installs an offer, completely or not at all, and returns the installed bundle.
    ///
    /// The archive is fetched to the file system of the installed bundles, verified, unpacked, checked as `mayfly install` checks a
    /// bundle, and compared with what the store says of it; then it takes the place of an older version by one rename.
    ///
    /// - Parameters:
    ///   - progress: is told how many bytes of the archive there are.
    ///   - mayReplace: throws where what is installed may not be replaced. It is called when nobody else can change that any more.
    ///   - isStopped: where it says true, nothing is installed, and the error's cause is a `CancellationError`.
    package func install(
        _ offer: Offer,
        from store: AddedStore,
        with installer: Installer,
        unless isStopped: (() -> Bool)? = nil,
        ifStill mayReplace: () throws(MayflyError) -> Void = {},
        progress: (Int) -> Void = { _ in }
    ) throws(MayflyError) -> ExtensionBundle {
        do throws(MayflyError) {
            return try take(offer, from: store, with: installer, unless: isStopped, ifStill: mayReplace, progress)
        } catch {
            throw error.advised
        }
    }

    /// The same, and what was there before. Where that came from elsewhere, `prepare` is called before it is replaced; where it throws,
    /// nothing changes.
    package func install(
        _ offer: Offer,
        from store: AddedStore,
        with installer: Installer,
        unless isStopped: (() -> Bool)?,
        ifStill mayReplace: () throws(MayflyError) -> Void = {},
        beforeOthers prepare: () throws(MayflyError) -> Void,
        progress: (Int) -> Void
    ) throws(MayflyError) -> (bundle: ExtensionBundle, isNew: Bool, isOthers: Bool) {
        var (isNew, isOthers) = (false, false)
        let bundle = try install(
            offer,
            from: store,
            with: installer,
            unless: isStopped,
            ifStill: { () throws(MayflyError) in
                try mayReplace()
                isNew = installer.version(of: offer.id) == nil
                isOthers = !installer.hasSource(of: offer, in: store)
                if isOthers { try prepare() }
            },
            progress: progress
        )
        return (bundle, isNew, isOthers)
    }

    private func take(
        _ offer: Offer,
        from store: AddedStore,
        with installer: Installer,
        unless isStopped: (() -> Bool)?,
        ifStill mayReplace: () throws(MayflyError) -> Void,
        _ progress: (Int) -> Void
    ) throws(MayflyError) -> ExtensionBundle {
        try store.requireFresh(offer)
        guard offer.archive.length <= BundleArchive.maximumSize else {
            throw MayflyError(
                .untrusted,
                "\(offer.archive.path): \(grouped(offer.archive.length)) bytes; at most \(grouped(BundleArchive.maximumSize)) are allowed"
            )
        }
        let source = source(at: store.address, unless: isStopped)
        let origin = InstallationSource(offer, of: store.address)
        // Before the folder of installed bundles is locked: others install meanwhile, however slow a server is.
        let download = try DownloadFolder(below: installer.folder)
        try source.download(offer.archive, to: download.archive, progress: progress)
        try BundleArchive.unpack(
            download.archive,
            named: offer.archive.path,
            to: download.bundle,
            content: offer.unpackedSize,
            unless: isStopped
        )
        return try installer.install(notes: origin.notes, unless: isStopped) { folder throws(MayflyError) in
            // An empty folder is replaced by the complete one.
            guard rename(download.bundle, folder) == 0 else { throw MayflyError.ofSystem("rename to", folder) }
        } check: { bundle throws(MayflyError) in
            try Self.require(bundle.manifest, toBe: offer)
            try mayReplace()
        }
    }

    private static func require(_ manifest: Manifest, toBe offer: Offer) throws(MayflyError) {
        guard manifest.id == offer.id, manifest.version.description == offer.version.description else {
            throw MayflyError(
                .untrusted,
                "\(offer.archive.path): has \(manifest.id) \(manifest.version), where the store says \(offer.id) \(offer.version)"
            )
        }
        guard manifest.name.hasSameBytes(as: offer.name), manifest.kind == offer.kind else {
            throw MayflyError(.untrusted, "\(offer.archive.path): has another name or kind than the store says")
        }
        guard manifest.permissions == offer.permissions else {
            throw MayflyError(.untrusted, "\(offer.archive.path): asks for other permissions than the store says")
        }
        guard manifest.app == offer.app else {
            throw MayflyError(.untrusted, "\(offer.archive.path): belongs to another app than the store says")
        }
    }

    /// A picture of an offer, from what is kept or from the store.
    ///
    /// Throws `.untrusted`, `.unreachable`, `.files`.
    package func picture(_ file: TargetFile, of store: AddedStore, unless isStopped: (() -> Bool)? = nil)
        throws(MayflyError) -> [UInt8]
    {
        guard file.length <= ExtensionBundle.maximumIconSize else {
            throw MayflyError(
                .untrusted,
                "\(file.path): \(grouped(file.length)) bytes; at most \(grouped(ExtensionBundle.maximumIconSize)) are allowed"
            ).advised
        }
        if let kept = store.record.kept(file) { return kept }
        let source = source(at: store.address, unless: isStopped)
        guard let bytes = try source.bytes(of: "targets/\(file.storedPath)", limit: file.length) else {
            throw MayflyError(.unreachable, "\(store.address.text): has no file \(file.path), which its metadata names")
        }
        do throws(MayflyError) { try file.require(bytes) } catch { throw error.advised }
        try? store.record.keep(bytes, as: file)
        return bytes
    }
}
