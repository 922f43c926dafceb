/// The protocol between the host and `mayfly-media-worker`, the program that converts pictures and names.
///
/// The arguments are the host's process id, a scope, the raw values of the sandbox layers, joined by commas, and a
/// `SandboxRequirement`. Descriptor 0 is the file, descriptors 1 and 2 are pipes. The program enters the sandbox and
/// writes to descriptor 2 a line for each layer that is not in effect (the layer, a space, the reason), then an empty
/// line. After that it reads the file, unless the requirement is not met. It writes the new file to descriptor 1, or
/// one line with the reason to descriptor 2, and exits with a status.
package enum PictureConversion {
    /// What is converted: which pictures, or names.
    package enum Scope: String, Sendable {
        /// All pictures, for a layout's image: an animated picture is replaced by its first frame.
        case first
        /// The same for a picture of the person that is over the limits of others.
        case large
        /// Pictures without animation only, for a layout's media file.
        case stills
        /// All pictures, for a browser: the first frame of an animated one. One with transparent parts becomes a PNG, another a
        /// JPEG.
        case shown
        /// All pictures, for a terminal: the first frame of an animated one, as the bytes of `PicturePixels`.
        case pixels
        /// No picture: the file has mangled names of functions, one a line. The new file has a readable name for each, or
        /// an empty line.
        case names

        /// The largest file in bytes.
        package var maximumBytes: Int { self == .large ? PictureRules.maximumLargeBytes : PictureRules.maximumBytes }

        /// The largest number of pixels of a decoded picture.
        package var maximumPixels: Int {
            self == .large ? PictureRules.maximumLargePixels : PictureRules.maximumPixels
        }
    }

    /// The exit status of the program.
    package enum Status: Int32, Sendable {
        /// The new file was written.
        case converted = 0
        /// The picture cannot be converted; the reason was written.
        case refused = 1
        /// The arguments are invalid.
        case misused = 2
        /// The picture is animated and the scope is `stills`: nothing was written.
        case animated = 3
    }
}

/// The rules for pictures that are sent (D-29), for the host and the program that converts them.
package enum PictureRules {
    /// The longer side of a sent picture in pixels; a smaller picture is not enlarged.
    package static let longestSide = 1_200
    /// The longer side of a picture for a terminal in pixels; a smaller picture is not enlarged.
    package static let longestPixelSide = 480
    /// The quality of the JPEG, from 1 to 100.
    package static let quality = 75
    /// The largest number of pixels of a decoded picture: 8,192 by 8,192. A small file can claim any size.
    package static let maximumPixels = 67_108_864
    /// The longest side of a picture that is taken, in pixels. A line of a few bytes can claim any length.
    package static let maximumSide = 1_048_576
    /// The largest number of pixels of a picture whose transparent parts are kept. It is decoded twice.
    package static let maximumClearPixels = 16_777_216
    /// The largest file in bytes, before and after conversion.
    package static let maximumBytes = 16 * 1024 * 1024
    /// The largest file in bytes of a picture that the person attaches: one over the limit of files is made smaller.
    package static let maximumLargeBytes = 64 * 1024 * 1024
    /// The largest number of pixels of such a picture: 16,384 by 16,384.
    package static let maximumLargePixels = 268_435_456
}
