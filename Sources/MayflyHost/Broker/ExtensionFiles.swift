internal import Glibc
internal import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore
internal import MayflyViews
internal import MayflyWorkers

/// The files that cross between one extension and the host: copied at the call, both ways (D-09, D-22).
///
/// An extension may name only files of its private folder, of its bundle, and of messages that it was told of. The host reads with
/// the rights of the user, so without this rule an extension could read other files through the host.
package struct ExtensionFiles {
    package typealias Counter =
        @Sendable (MediaFile, _ store: MediaStore.Storing) throws(MayflyError) -> UnsentOverflow?

    /// The limit for the bytes of one attachment or one layout's media.
    static let maximumSize = PictureRules.maximumBytes

    private let privateFolder: String
    private let received: ReceivedFolder
    private let bundleFolder: String
    /// The paths by which the extension names its folders.
    private let seen: WorkerFolders
    private let media: MediaStore
    /// Is told how many bytes were read for the extension.
    private let taken: @Sendable (Int) -> Void
    /// Counts a file, and stores it by the second argument where it may be stored: nil then, else how many bytes of the extension
    /// there may be that nobody has sent.
    private let count: Counter
    /// Takes a line about a file that is unusual and still accepted.
    private let warn: @Sendable (String) -> Void

    package init(
        privateFolder: String,
        received: ReceivedFolder,
        bundleFolder: String,
        seen: WorkerFolders,
        media: MediaStore,
        taken: @escaping @Sendable (Int) -> Void,
        count: @escaping Counter,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.privateFolder = privateFolder
        self.received = received
        self.bundleFolder = bundleFolder
        self.seen = seen
        self.media = media
        self.taken = taken
        self.count = count
        self.warn = warn
    }

    private var folders: [AllowedFolder] {
        [
            AllowedFolder(seen: seen.privateFolder, real: privateFolder),
            AllowedFolder(seen: seen.received, real: received.path),
            AllowedFolder(seen: seen.bundle, real: bundleFolder),
        ]
    }

    /// Copies a file that the extension named, if its content is of a type that the role allows. `what` names the item in
    /// errors. The rules are checked in the order 4, 1, 2, 3 (D-03).
    func save(_ reference: String, as role: MediaRole, what: String) throws(MessageError) -> MediaFile {
        let file = try BoundedFile.read(reference, as: what, in: folders, limit: Self.maximumSize)
        taken(file.bytes.count)
        let (type, size): (MediaType, MediaFile.PixelSize?)
        do throws(PictureProblem) {
            (type, size) = try role.check(file.bytes)
        } catch {
            throw MessageError(.improperFileType, "\(what): the file '\(shown(file.name))': \(error.reason)")
        }
        return try keep(file.bytes, file.name, type, size, what: what)
    }

    /// Keeps an image that the extension has given from memory. The call has counted its bytes.
    func saveImage(_ bytes: [UInt8], what: String) throws(MessageError) -> MediaFile {
        guard bytes.count <= Self.maximumSize else {
            throw MessageError(.limitExceeded, "\(what): more bytes than the limit of \(grouped(Self.maximumSize))")
        }
        let (type, size): (MediaType, MediaFile.PixelSize?)
        do throws(PictureProblem) {
            (type, size) = try MediaRole.image.check(bytes)
        } catch {
            throw MessageError(.improperFileType, "\(what): \(error.reason)")
        }
        return try keep(bytes, "image.\(type.fileExtension)", type, size, what: what)
    }

    /// Keeps the icon of the extension; nil where there is none that is sent, or no room for it.
    func keep(_ icon: BundleIcon) -> MediaFile? {
        icon.file(isThere: media.touchWhole) {
            try? keep($0.bytes, "icon.\($0.type.fileExtension)", $0.type, $0.size, what: "the icon")
        }
    }

    /// The bytes of a picture of a card, which are not checked: `MediaRole.image.check` is for that.
    func bytes(of picture: CardPicture) throws(MessageError) -> [UInt8] {
        if let (scheme, path) = picture.file {
            let folder = ["bundle": seen.bundle, "private": seen.privateFolder][scheme]
            let file = try BoundedFile.read(
                folder.map { "\($0)/\(path)" } ?? path,
                as: "picture",
                in: folders,
                limit: Self.maximumSize
            )
            taken(file.bytes.count)
            return file.bytes
        }
        guard let bytes = picture.inlineBytes else {
            throw MessageError(
                .improperFileURL,
                "the picture '\(shown(picture.name))' is no file and not written in base 64"
            )
        }
        return bytes
    }

    /// Checks and copies a sticker that the extension describes.
    func sticker(from record: RecordValue) throws(MessageError) -> Sticker {
        let file = try StickerFile.read(
            record["file"].text ?? "",
            description: record["description"].text ?? "",
            in: folders
        )
        taken(file.bytes.count)
        let label = StickerFile.label(file.description, file.name)
        let kept = try keep(file.bytes, file.name, file.picture.type, file.picture.size, what: label)
        for warning in file.warnings { warn("\(label): \(warning)") }
        return Sticker(file: kept, description: file.description)
    }

    /// Puts a picture of the host into the private folder under a new name, and gives its path for the extension. The folder is the
    /// extension's, and no link in it is followed.
    func place(_ picture: [UInt8]) throws(MessageError) -> String {
        taken(picture.count)
        let type = MediaProbe.type(of: picture, isWhole: true)?.fileExtension ?? "jpg"
        let name = "picture-\(RandomBytes.uuid()).\(type)"
        let problem = MessageError(.unknown, "the host could not put the picture into the private folder")
        let folder = open(privateFolder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw problem }
        defer { close(folder) }
        do throws(MayflyError) {
            try DurableFile.write(picture, named: name, in: folder, isSynchronized: false)
        } catch {
            throw problem
        }
        return "\(seen.privateFolder)/\(name)"
    }

    /// Copies a stored file to where the extension may read it, and gives its path for the extension; nil where the file is lost.
    func handOver(_ file: MediaFile) -> String? {
        received.add(file, from: media) ? "\(seen.received)/\(file.storedName)" : nil
    }

    private func keep(
        _ bytes: [UInt8],
        _ name: String,
        _ type: MediaType,
        _ size: MediaFile.PixelSize?,
        what: String
    ) throws(MessageError) -> MediaFile {
        var overflow: UnsentOverflow?
        do throws(MayflyError) {
            return try media.save(bytes, name: name, type: type, pixelSize: size) { (file, store) throws(MayflyError) in
                overflow = try count(file, store)
                if let overflow { throw MayflyError(.notPossibleNow, overflow.reason) }
            }
        } catch {
            if let overflow { throw MessageError(.quotaExceeded, "\(what): \(overflow.reason)") }
            // The reason names files of the host, and no extension may learn these (C-197).
            throw MessageError(.unknown, "the host could not keep a copy of the file")
        }
    }
}

/// A file that does not fit: what the host keeps for the extension, and nobody has sent, has a limit.
package struct UnsentOverflow: Sendable {
    /// The bytes that may be kept. How many are kept is not told: it changes with what others do.
    let limit: Int

    fileprivate var reason: String {
        "together with this file, those that nobody has sent would have more than \(grouped(limit)) bytes"
    }
}

/// What a file is for, which says of what types it may be.
enum MediaRole {
    /// Any file: what is no picture, movie or text is `MediaType.data`.
    case attachment
    /// A layout's image.
    case image
    /// A layout's media file (model 7.4).
    case media

    /// The type of a content, which must be one of the role and keep its rules, and its size if it is a picture.
    func check(_ bytes: [UInt8]) throws(PictureProblem) -> (type: MediaType, size: MediaFile.PixelSize?) {
        let type = MediaProbe.type(of: bytes, isWhole: true)
        switch self {
        case .attachment:
            guard let type else { return (.data, nil) }
            do throws(PictureProblem) {
                return (type, try MediaProbe.checked(bytes, as: type))
            } catch {
                // What is damaged, or over a limit of pictures, is given on as it is, and nothing opens it.
                return (.data, nil)
            }
        case .image: return try check(bytes, type, need: "a PNG, GIF or JPEG file", \.isPicture)
        case .media: return try check(bytes, type, need: "a PNG, GIF, JPEG, MP4, QuickTime or WebM file", \.isPlayable)
        }
    }

    private func check(
        _ bytes: [UInt8],
        _ type: MediaType?,
        need: String,
        _ isAllowed: (MediaType) -> Bool
    ) throws(PictureProblem) -> (type: MediaType, size: MediaFile.PixelSize?) {
        guard let type, isAllowed(type) else {
            let found = bytes.isEmpty ? "an empty file" : type?.rawValue ?? "an unknown content"
            throw PictureProblem("\(found), where \(need) is needed")
        }
        return (type, try MediaProbe.checked(bytes, as: type))
    }
}
