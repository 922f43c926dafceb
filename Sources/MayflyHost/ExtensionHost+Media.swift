internal import MayflyBundles
package import MayflyModel
internal import MayflyStore

extension ExtensionHost {
    /// A piece of a file of the media store, and the length of the whole. Throws `.files` where there is no such file.
    package func media(
        _ digest: ContentDigest,
        from offset: Int,
        most count: Int
    ) throws(MayflyError) -> (bytes: [UInt8], size: Int) {
        try services.media.piece(of: digest, from: offset, most: count)
    }

    /// The type by which a file of the media store is kept. Throws `.files` where there is no such file.
    ///
    /// It was found in the whole content. One that begins as a picture can be none.
    package func mediaType(_ digest: ContentDigest) throws(MayflyError) -> MediaType {
        try services.media.type(of: digest)
    }

    /// A picture of the media store as a page may show it: a JPEG or PNG of the host, which was made in a process of its own.
    ///
    /// - Throws: `.files` where there is no such file, or where it cannot be decoded.
    package func shownPicture(_ digest: ContentDigest) async throws(MayflyError) -> [UInt8] {
        guard try services.media.type(of: digest).isPicture else {
            throw MayflyError(.files, "the media file with the SHA-256 \(digest) is no picture")
        }
        return try await services.shownPictures.picture(digest, at: try services.media.path(of: digest))
    }

    /// The pixels of a picture of the media store for a terminal, which were decoded in a process of their own.
    ///
    /// - Throws: `.files` where there is no such file, or where it cannot be decoded; `.notPossibleNow` while slow pictures come first.
    package func pixels(of digest: ContentDigest) async throws(MayflyError) -> PicturePixels {
        try await services.pixels(of: digest)
    }

    /// A file of the media store that may be a sticker, with its type: a whole picture that is not too large.
    ///
    /// - Throws: `.files` where there is no such file, or where it is no sticker.
    package func sticker(_ digest: ContentDigest) throws(MayflyError) -> (bytes: [UInt8], type: MediaType) {
        let (bytes, size) = try services.media.piece(of: digest, from: 0, most: StickerFile.maximumSize)
        guard size == bytes.count,
            let file = try? StickerFile(bytes: bytes, name: digest.rawValue, description: "")
        else {
            throw MayflyError(.files, "the media file with the SHA-256 \(digest) is no sticker")
        }
        return (bytes, file.picture.type)
    }

    /// Where a file of the media store lies. Throws `.files` where there is no such file.
    package func mediaPath(_ digest: ContentDigest) throws(MayflyError) -> String {
        try services.media.path(of: digest)
    }
}

extension HostServices {
    /// The same, charged to the account of the task.
    func pixels(of digest: ContentDigest) async throws(MayflyError) -> PicturePixels {
        guard try media.type(of: digest).isPicture else {
            throw MayflyError(.files, "the media file with the SHA-256 \(digest) is no picture")
        }
        return try await pixelPictures.pixels(digest, at: try media.path(of: digest))
    }
}
