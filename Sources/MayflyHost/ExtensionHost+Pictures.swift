internal import Foundation
public import MayflyBundles
public import MayflyModel
internal import MayflyStore
public import MayflyViews

extension ExtensionHost {
    /// The picture of a file that was staged, sent or received here, for `TranscriptPicture` or an app's own drawing.
    ///
    /// Nil for a file that is no picture, is missing, or has changed since it was saved.
    public func picture(of file: MediaFile) -> PictureData? {
        guard file.type.isPicture, let bytes = try? services.media.read(file) else { return nil }
        return PictureData(type: file.type, bytes: bytes)
    }

    /// The icon of an extension; nil where it cannot be read or is no picture.
    public func icon(of bundle: ExtensionBundle) -> PictureData? {
        bundle.iconFile().flatMap { PictureData(type: $0.type, bytes: $0.bytes) }
    }

    /// The same as a page may show it: a JPEG or PNG of the host, which was made in a process of its own.
    ///
    /// - Throws: `.files` where it cannot be read or decoded.
    package func shownIcon(of bundle: ExtensionBundle) async throws(MayflyError) -> [UInt8] {
        guard let icon = bundle.iconFile() else {
            throw MayflyError(.files, "the icon of '\(bundle.id)' cannot be read")
        }
        return try await services.shownPictures.picture(icon.bytes)
    }

    /// A picture that somebody gave, in the same form.
    ///
    /// - Throws: `.files` where it cannot be decoded.
    package func shownPicture(_ bytes: [UInt8]) async throws(MayflyError) -> [UInt8] {
        try await services.shownPictures.picture(bytes)
    }

    /// A picture that somebody gave, as pixels for a terminal. It throws as `shownPicture` does.
    package func pixels(ofGiven bytes: [UInt8]) async throws(MayflyError) -> PicturePixels {
        try await services.pixelPictures.pixels(bytes)
    }
}
