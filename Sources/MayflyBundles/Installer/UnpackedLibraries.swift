internal import Foundation
internal import MayflyLinux
package import MayflyModel

/// Bundles that are libraries by themselves, unpacked into folders of the home: an extension runs in a folder that it can read.
///
/// Each stands under the stamp of the library as it was then. The newest stay for later launches, and those in which something runs.
package struct UnpackedLibraries: Sendable {
    private let folder: String

    /// How many stay in which nothing runs.
    private static let kept = 8
    private static let temporaryPrefix = ".unpacking-"

    /// The unpacked libraries of a home folder.
    package init(home: String) {
        folder = home + "/unpacked"
    }

    /// The files of a bundle as they are at one moment.
    package typealias Files = (bundle: ExtensionBundle, standing: ExtensionBundle.Standing, use: BundleUse?)

    /// The files of a bundle as they are now, what stands at its path, and the use of the files, which keeps them: those of a library by itself are unpacked if it has
    /// changed; other bundles have the path to which links lead now. The use is nil where the bundle is just being removed.
    ///
    /// May wait for another program that unpacks. Throws the errors of the bundle, and `.files` when writing fails.
    package func files(of bundle: ExtensionBundle) throws(MayflyError) -> Files {
        guard bundle.isLibrary else {
            let files = bundle.resolved
            return (files, .folder(files.folder), BundleUse(of: files.folder))
        }
        let library = try SingleLibrary(path: bundle.folder)
        guard let stamp = library.stamp() else { throw MayflyError(.files, "\(shown(bundle.folder)): cannot be read") }
        try PrivateFolder.require(folder)
        // The use begins under the lock: another program that unpacks removes what nobody uses.
        let lock = try FileLock(waitingFor: folder + "/.lock")
        defer { withExtendedLifetime(lock) {} }
        let name = stamp.bytes.hexadecimal + ExtensionBundle.folderSuffix
        let place = "\(folder)/\(name)"
        if (try? ExtensionBundle.read(place)) == nil {
            remove(place)
            let draft = "\(folder)/\(Self.temporaryPrefix)\(UUID128())"
            try PrivateFolder.require(draft)
            do throws(MayflyError) {
                try library.unpack(to: draft, limit: Installer.maximumSize)
                _ = try ExtensionBundle.read(draft)
                guard rename(draft, place) == 0 else { throw MayflyError.ofSystem("rename", draft) }
            } catch {
                remove(draft)
                throw error
            }
        }
        clean(besides: name)
        let files = ExtensionBundle(folder: place, manifest: bundle.manifest, ownWarnings: bundle.ownWarnings)
        return (files, .library(stamp), BundleUse(of: place))
    }

    /// Removes what killed programs left, and all but the newest.
    private func clean(besides name: String) {
        let names = (try? ConfinedFolder(path: folder).names { $0 != ".lock" && $0 != name }) ?? []
        var others: [(path: String, seconds: Int, nanoseconds: Int)] = []
        for name in names {
            let path = "\(folder)/\(name)"
            var status = stat()
            guard lstat(path, &status) == 0, !name.hasPrefix(Self.temporaryPrefix) else {
                remove(path)
                continue
            }
            others.append((path, status.st_ctim.tv_sec, status.st_ctim.tv_nsec))
        }
        let newest = others.sorted { ($0.seconds, $0.nanoseconds) > ($1.seconds, $1.nanoseconds) }
        for other in newest.dropFirst(Self.kept - 1) {
            BundleUse.unlessUsed(other.path) { remove(other.path) }
        }
    }

    private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
