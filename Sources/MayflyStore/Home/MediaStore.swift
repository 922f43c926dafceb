internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel
internal import Synchronization

/// Copies of all files that are staged, sent or received, named by their content: `<home>/media/<sha256>.<extension>`.
///
/// A file is copied while its extension runs, so that it can be sent later (D-22, C-123). Copies are never changed.
package struct MediaStore: Sendable {
    /// Stores the file. `isKnown` says whether who hands it over has handed it over before: then a file that is there is not written
    /// again. Otherwise it is, because the time of the call would tell an extension that others have the same file.
    package typealias Storing = (_ isKnown: Bool) throws(MayflyError) -> Void

    private let folder: String
    private let counter = Counter()

    /// How often the whole of a file was read, over all copies of this value; for those who want to know what an act costs.
    package var reads: Int { counter.reads.load(ordering: .relaxed) }

    private final class Counter: Sendable {
        let reads = Atomic(0)
    }

    package init(home: HomeFolder) {
        folder = home.media
    }

    /// The path of a file that `save` has stored.
    package func path(of file: MediaFile) -> String {
        folder + "/" + file.storedName
    }

    /// Stores a copy of these bytes. When it returns they are on disk.
    ///
    /// - Parameters:
    ///   - name: the name of the original file (`FileName`).
    ///   - admit: decides whether the file is stored, and calls its second argument to store it. It can so do both in one
    ///     transaction. What it throws is thrown. Without it, an existing file is not written again.
    /// - Throws: `.files`.
    package func save(
        _ bytes: [UInt8],
        name: String,
        type: MediaType,
        pixelSize: MediaFile.PixelSize? = nil,
        admit: (MediaFile, _ store: Storing) throws(MayflyError) -> Void = {
            (_, store) throws(MayflyError) in try store(true)
        }
    ) throws(MayflyError) -> MediaFile {
        guard let digest = ContentDigest(bytes: SHA256.hash(bytes)) else {
            throw MayflyError(.internalFault, "a SHA-256 that is not 32 bytes long")
        }
        let file = MediaFile(
            digest: digest,
            name: name,
            type: type,
            byteCount: bytes.count,
            pixelSize: pixelSize
        )
        try admit(file) { (isKnown) throws(MayflyError) in
            if isKnown, touchWhole(file) { return }
            try write(bytes, as: file)
        }
        return file
    }

    private func write(_ bytes: [UInt8], as file: MediaFile) throws(MayflyError) {
        let path = path(of: file)
        try HomeFolder.makeFolder(folder)
        try DurableFile.write(bytes, to: path)
    }

    /// Makes a stored file young again, so that it is not removed before a row names it. False where it is missing.
    @discardableResult
    package func touch(_ file: MediaFile) -> Bool {
        guard let folder = OpenFolder(folder), let entry = folder.entry(file.storedName), entry.isRegular else {
            return false
        }
        folder.touch(file.storedName)
        return true
    }

    /// Makes a stored file young again, if it has as many bytes as it should. False for another, and for a missing one.
    package func touchWhole(_ file: MediaFile) -> Bool {
        DurableFile.isRegular(path(of: file), size: file.byteCount) && touch(file)
    }

    /// The path of the file with this content. Throws `.files` where there is none.
    package func path(of digest: ContentDigest) throws(MayflyError) -> String {
        path(of: digest, as: try type(of: digest))
    }

    /// The type by which the file with this content is kept; `.png` for an APNG, too. Throws `.files` where there is none.
    package func type(of digest: ContentDigest) throws(MayflyError) -> MediaType {
        guard let type = MediaType.allCases.first(where: { DurableFile.isRegular(path(of: digest, as: $0)) }) else {
            throw MayflyError(.files, "there is no media file with the SHA-256 \(digest.rawValue)")
        }
        return type
    }

    private func path(of digest: ContentDigest, as type: MediaType) -> String {
        "\(folder)/\(digest.rawValue).\(type.fileExtension)"
    }

    /// A piece of the file with this content, and the length of the whole. Throws `.files` where it is missing or cannot be read.
    package func piece(
        of digest: ContentDigest,
        from offset: Int,
        most count: Int
    ) throws(MayflyError) -> (bytes: [UInt8], size: Int) {
        let path = try path(of: digest)
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            let size = Int(try file.seekToEnd())
            try file.seek(toOffset: UInt64(min(offset, size)))
            return ([UInt8](try file.read(upToCount: count) ?? Data()), size)
        } catch {
            throw MayflyError(.files, "the media file '\(SafeText.line(path))' cannot be read", cause: error)
        }
    }

    /// The bytes of a file.
    ///
    /// - Throws: `.files` when it is missing or is no longer what was saved.
    package func read(_ file: MediaFile) throws(MayflyError) -> [UInt8] {
        counter.reads.wrappingAdd(1, ordering: .relaxed)
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

extension MediaFile {
    /// The name of the file in the media store and in folders of received files.
    package var storedName: String { "\(digest.rawValue).\(type.fileExtension)" }
}

extension PackSticker {
    /// Copies the sticker into the media store: a single file unchanged (C-245), a sequence as one animated PNG.
    ///
    /// - Throws: `.invalidPack` for a file that is not a valid sticker, `.files`.
    package func kept(in media: MediaStore) throws(MayflyError) -> Sticker {
        do {
            var pictures: [StickerFile] = []
            for path in files {
                let folder = AllowedFolder(path.split(separator: "/").dropLast().map { "/" + $0 }.joined())
                pictures.append(try StickerFile.read(path, description: label, in: [folder]))
            }
            let file = try joined(pictures)
            let kept = try media.save(
                file.bytes,
                name: file.name,
                type: file.picture.type,
                pixelSize: file.picture.size
            )
            return Sticker(file: kept, description: label)
        } catch let error as MessageError {
            throw MayflyError(.invalidPack, error.message, cause: error)
        } catch {
            throw MayflyError(.invalidPack, "sticker '\(shown(name))': \(error)", cause: error)
        }
    }

    private func joined(_ pictures: [StickerFile]) throws -> StickerFile {
        guard let first = pictures.first else { throw PictureProblem("it has no file") }
        guard case .sequence(let timing) = kind, pictures.count > 1 else { return first }
        guard pictures.allSatisfy({ $0.picture.type == .png }) else {
            throw PictureProblem("a sequence is made of PNG files")
        }
        let bytes = try AnimatedPNG.join(
            pictures.map(\.bytes),
            frameDuration: timing.frameDuration,
            // The catalogue counts the repetitions after the first play, the file counts all plays; 0 is endless in
            // both.
            plays: UInt32(timing.repetitions.map { $0 + 1 } ?? 0)
        )
        return try StickerFile(bytes: bytes, name: "\(name).png", description: label)
    }
}
