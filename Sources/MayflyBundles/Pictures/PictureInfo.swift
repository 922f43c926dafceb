package import MayflyModel

/// What the structure of a whole and sound picture file says.
package struct PictureInfo: Sendable, Hashable {
    package let type: MediaType
    package let size: MediaFile.PixelSize
    /// How many pictures one cycle shows; 1 for a still.
    package let frames: Int

    /// Whether it moves: only an APNG or a GIF can (C-232).
    package var isAnimated: Bool { frames > 1 }
}
