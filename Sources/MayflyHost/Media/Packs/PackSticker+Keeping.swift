internal import MayflyModel

extension PackSticker {
    /// Copies the sticker's file into the media store, as it is (C-245).
    func kept(in media: MediaStore) throws(MayflyError) -> Sticker {
        guard let path = files.first else { throw MayflyError(.invalidPack, "sticker '\(shown(name))' has no file") }
        let file: StickerFile
        do {
            let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
            file = try StickerFile.read(path, description: label, in: [AllowedFolder(folder)])
        } catch {
            throw MayflyError(.invalidPack, "sticker '\(shown(name))': \(error.message)", cause: error)
        }
        let kept = try media.save(file.bytes, name: file.name, type: file.picture.type, pixelSize: file.picture.size)
        return Sticker(file: kept, description: label)
    }
}
