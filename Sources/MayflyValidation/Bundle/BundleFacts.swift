internal import Glibc
internal import MayflyABI
internal import MayflyBundles
internal import MayflyModel

/// What is in a bundle, read once and as data; nothing of it is trusted.
struct BundleFacts: Sendable {
    /// The path of the bundle's folder.
    let path: String
    /// The name of that folder.
    let name: String
    /// Why the folder cannot be read; nil for one that can.
    let folderProblem: MayflyError?
    let files: BundleFiles
    /// Why there is no manifest that is an object of JSON; nil where there is one.
    let manifestProblem: MayflyError?
    /// The rules that the keys of the manifest break.
    let keyProblems: [(key: String, error: MayflyError)]
    /// The manifest; nil where it breaks a rule.
    let manifest: Manifest?
    /// The kind that the manifest names, also a broken one.
    let kind: Manifest.Kind?
    /// The icon, or why there is none; nil where the manifest names none.
    let icon: Result<PictureInfo, MayflyError>?
    /// The library for this machine, or why it cannot be read; nil where there is none to look for.
    let library: Result<LibraryDetails, MayflyError>?
    /// The stickers, or why they cannot be read; nil for an app.
    let pack: Result<StickerPack, MayflyError>?
    /// Code in a pack; nil without.
    let code: MayflyError?

    init(path: String) {
        self.path = path
        name = path.lastPathPart
        files = BundleFiles(of: path)
        var manifestBytes: Result<[UInt8], MayflyError>
        do throws(MayflyError) {
            let folder = try ExtensionBundle.open(path)
            folderProblem = nil
            manifestBytes = Self.manifestBytes(in: folder)
        } catch {
            folderProblem = error
            manifestBytes = .failure(error)
        }
        let read = Self.problems(manifestBytes)
        (manifestProblem, keyProblems) = (read.whole, read.keys)
        manifest = read.isWhole ? (try? manifestBytes.get()).flatMap { try? Manifest(json: $0) } : nil
        kind = (try? manifestBytes.get()).flatMap(Self.kind)
        guard let manifest, let folder = try? ExtensionBundle.open(path) else {
            (icon, library, pack, code) = (nil, nil, nil, nil)
            return
        }
        do throws(MayflyError) {
            icon = .success(try ExtensionBundle.checkIcon(manifest.icon, in: folder))
        } catch {
            icon = .failure(error)
        }
        library = manifest.libraries[Platform.current].map { Self.library($0, in: folder) }
        pack = manifest.stickers.map { Self.pack($0, in: folder) }
        code = manifest.kind == .stickerPack ? Self.code(in: folder) : nil
    }

    private static func manifestBytes(in folder: borrowing ConfinedFolder) -> Result<[UInt8], MayflyError> {
        do throws(FileProblem) {
            return .success(try folder.file(Manifest.fileName).bytes(limit: Manifest.maximumSize))
        } catch {
            let reason = error.isMissing ? "is missing" : error.reason
            return .failure(MayflyError(.invalidManifest, "\(Manifest.fileName): \(reason)", cause: error))
        }
    }

    private static func problems(
        _ bytes: Result<[UInt8], MayflyError>
    ) -> (whole: MayflyError?, keys: [(key: String, error: MayflyError)], isWhole: Bool) {
        do throws(MayflyError) {
            let keys = try Manifest.problems(json: try bytes.get())
            return (nil, keys, keys.isEmpty)
        } catch {
            return (error, [], false)
        }
    }

    private static func kind(_ bytes: [UInt8]) -> Manifest.Kind? {
        let object = try? JSONObject(
            bytes,
            limit: Manifest.maximumSize,
            file: Manifest.fileName,
            code: .invalidManifest
        )
        return (try? object?.text("kind")).flatMap { Manifest.Kind(rawValue: $0) }
    }

    static func library(
        _ name: String,
        in folder: borrowing ConfinedFolder
    ) -> Result<LibraryDetails, MayflyError> {
        do throws(MayflyError) {
            let file = try ExtensionBundle.libraryFile(name, in: folder)
            return .success(LibraryDetails(of: file, named: name))
        } catch {
            return .failure(error)
        }
    }

    private static func pack(
        _ catalogue: String,
        in folder: borrowing ConfinedFolder
    ) -> Result<StickerPack, MayflyError> {
        do throws(MayflyError) {
            return .success(try ExtensionBundle.stickers(catalogue, in: folder))
        } catch {
            return .failure(error)
        }
    }

    private static func code(in folder: borrowing ConfinedFolder) -> MayflyError? {
        do throws(MayflyError) {
            try ExtensionBundle.requireNoCode(in: folder)
            return nil
        } catch {
            return error
        }
    }
}
