internal import Foundation
internal import MayflyLinux
package import MayflyModel

/// Copies of all files that are staged, sent or received, named by their content: `<home>/media/<sha256>.<extension>`.
///
/// A copy is made while the extension that gave the file still runs, so that it can be sent later (D-22, C-123). Copies are
/// never changed.
package struct MediaStore: Sendable {
    private let folder: String

    package init(home: HomeFolder) {
        folder = home.media
    }

    /// Where the host finds a file that `save` took.
    package func path(of file: MediaFile) -> String {
        "\(folder)/\(file.digest.rawValue).\(file.type.fileExtension)"
    }

    /// Keeps a copy of these bytes. When it returns they are on disk; bytes that are there already are not written again.
    ///
    /// - Parameter name: the name of the original; of a path only the last component is kept.
    /// - Throws: `.files`.
    package func save(
        _ bytes: [UInt8],
        name: String,
        type: MediaType,
        pixelSize: MediaFile.PixelSize? = nil
    ) throws(MayflyError) -> MediaFile {
        guard let digest = ContentDigest(bytes: SHA256.hash(bytes)) else {
            throw MayflyError(.internalFault, "a SHA-256 that is not 32 bytes long")
        }
        let component = name.split(separator: "/").last.map(String.init) ?? "file"
        let file = MediaFile(
            digest: digest,
            name: component,
            type: type,
            byteCount: bytes.count,
            pixelSize: pixelSize
        )
        let path = path(of: file)
        guard !DurableFile.isRegular(path, size: bytes.count) else { return file }
        try HomeFolder.makeFolder(folder)
        try DurableFile.write(bytes, to: path)
        return file
    }

    /// The bytes of a file.
    ///
    /// - Throws: `.files` when it is missing or is no longer what was saved.
    package func read(_ file: MediaFile) throws(MayflyError) -> [UInt8] {
        let path = path(of: file)
        let bytes: [UInt8]
        do {
            bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw MayflyError(.files, "the media file '\(SafeText.line(path))' cannot be read", cause: error)
        }
        guard ContentDigest(bytes: SHA256.hash(bytes)) == file.digest else {
            throw MayflyError(.files, "the media file '\(SafeText.line(path))' is damaged: its SHA-256 is another")
        }
        return bytes
    }
}
