internal import MayflyBundles
package import MayflyModel

extension PackSticker {
    /// Copies the sticker into the media store: a single file as it is (C-245), a sequence as one animated PNG.
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
            // The catalogue counts the plays after the first; the file counts all of them, and 0 is endless in both.
            plays: UInt32(timing.repetitions.map { $0 + 1 } ?? 0)
        )
        return try StickerFile(bytes: bytes, name: "\(name).png", description: label)
    }
}
