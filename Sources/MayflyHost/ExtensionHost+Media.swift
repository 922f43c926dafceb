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

    /// Where a file of the media store lies. Throws `.files` where there is no such file.
    package func mediaPath(_ digest: ContentDigest) throws(MayflyError) -> String {
        try services.media.path(of: digest)
    }
}
