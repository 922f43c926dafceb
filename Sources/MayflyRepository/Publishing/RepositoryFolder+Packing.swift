internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel

/// What is made of a bundle before it gets its place among the files of the store.
extension RepositoryFolder {
    private static let packingPrefix = ".packing-"

    /// A new path on the file system of the files, which no reader knows.
    func packingPlace() -> String { "\(targets)/\(Self.packingPrefix)\(UUID128())" }

    /// The files of a bundle, which are unpacked into a folder where it is a library by itself; throws as `check`.
    func files(ofBundleAt path: String, in folder: String) throws(MayflyError) -> ExtensionBundle {
        let bundle = try check(bundleAt: path)
        do {
            return try UnpackedLibraries(home: folder).files(of: bundle).bundle
        } catch {
            throw ExtensionBundle.failure(error, of: URL(filePath: path).lastPathComponent)
        }
    }

    /// Packs the folder of a bundle into a file at such a path.
    func pack(_ folder: String) throws(MayflyError) -> (path: String, archive: PackedBundle) {
        let path = packingPlace()
        do throws(MayflyError) {
            return (path, try BundleArchive.pack(bundleAt: folder, to: path))
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Removes what a killed program has left at such paths. Only whoever has locked the store may call it: nobody packs then.
    func removeLeftPacking() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: targets)) ?? []
        where name.hasPrefix(Self.packingPrefix) {
            try? FileManager.default.removeItem(atPath: "\(targets)/\(name)")
        }
    }

    /// The platforms whose library is in the bundle: a manifest may name others, for which other bundles are built of the same project.
    static func platforms(of bundle: ExtensionBundle) throws(MayflyError) -> [String] {
        let folder = try ExtensionBundle.open(bundle.folder)
        var platforms: [String] = []
        for (platform, library) in bundle.manifest.libraries
        where (try? ExtensionBundle.libraryFile(library, in: folder)) != nil {
            platforms.append(platform)
        }
        return platforms.sorted()
    }
}
