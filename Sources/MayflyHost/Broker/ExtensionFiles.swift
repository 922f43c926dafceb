internal import Foundation
internal import MayflyABI
internal import MayflyModel

/// The files that cross between one extension and the host: copied at the call, both ways (D-09, D-22).
///
/// An extension may name only files of its private folder and of its bundle. The host reads with the person's rights,
/// so without this rule it would read for an extension what the extension cannot.
struct ExtensionFiles {
    /// More bytes of one attachment or one layout's media are refused.
    static let maximumSize = 16 * 1024 * 1024

    let privateFolder: String
    let bundleFolder: String
    let media: MediaStore

    private var folders: [AllowedFolder] { [AllowedFolder(privateFolder), AllowedFolder(bundleFolder)] }

    /// Copies a file that the extension named, if it is of an allowed type. `what` names it in errors.
    func save(
        _ reference: String,
        what: String,
        allowed: (MediaType) -> Bool
    ) throws(MessageError) -> MediaFile {
        let file = try BoundedFile.read(reference, in: folders, limit: Self.maximumSize)
        guard let type = MediaProbe.type(of: file.bytes, isWhole: true), allowed(type) else {
            throw MessageError(
                .improperFileType,
                "\(what) '\(SafeText.line(file.name, limit: 80))': its content is of no type that is allowed"
            )
        }
        guard type.isPicture else { return try keep(file.bytes, file.name, type, nil) }
        do {
            return try keep(file.bytes, file.name, type, try MediaProbe.picture(file.bytes).size)
        } catch let problem as PictureProblem {
            throw MessageError(
                .improperFileType,
                "\(what) '\(SafeText.line(file.name, limit: 80))': \(problem.reason)"
            )
        } catch let error as MessageError {
            throw error
        } catch {
            throw MessageError(.unknown, "\(error)")
        }
    }

    /// Checks and copies a sticker that the extension describes.
    func sticker(from record: RecordValue) throws(MessageError) -> Sticker {
        let file = try StickerFile.read(
            record["file"].text ?? "",
            description: record["description"].text ?? "",
            in: folders
        )
        let kept = try keep(file.bytes, file.name, file.picture.type, file.picture.size)
        return Sticker(file: kept, description: file.description)
    }

    /// Puts a copy of a stored file where the extension can read it, and gives its path; nil when it is lost.
    func handOver(_ file: MediaFile) -> String? {
        let folder = privateFolder + "/received"
        let path = "\(folder)/\(file.digest.rawValue).\(file.type.fileExtension)"
        guard !FileManager.default.fileExists(atPath: path) else { return path }
        // A copy and not a link: the extension may write to its folder, and must not reach what others read. Nor may
        // a link of its own lead the host's copy elsewhere.
        mkdir(folder, 0o700)
        let place = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard place >= 0 else { return nil }
        defer { close(place) }
        guard let bytes = try? media.read(file), write(bytes, named: URL(filePath: path).lastPathComponent, in: place)
        else { return nil }
        return path
    }

    private func write(_ bytes: [UInt8], named name: String, in folder: Int32) -> Bool {
        let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        do {
            try FileHandle(fileDescriptor: file, closeOnDealloc: true).write(contentsOf: bytes)
            return true
        } catch {
            unlinkat(folder, name, 0)
            return false
        }
    }

    private func keep(
        _ bytes: [UInt8],
        _ name: String,
        _ type: MediaType,
        _ size: MediaFile.PixelSize?
    ) throws(MessageError) -> MediaFile {
        do throws(MayflyError) {
            return try media.save(bytes, name: name, type: type, pixelSize: size)
        } catch {
            throw MessageError(.unknown, error.message)
        }
    }
}
