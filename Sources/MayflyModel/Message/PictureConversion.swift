/// What the host and the program that converts pictures say to each other.
///
/// The program, `mayfly-media-worker`, is given its host's process id, a scope and the layers of its sandbox (their raw values
/// with commas) as arguments, the file at descriptor 0 and pipes at 1 and 2. It enters the sandbox and writes to 2 which layers
/// do not hold, a line each (the layer, a space, the reason), and an empty line. Only then does it read. It writes the new file
/// to 1, or one line with the reason to 2, and ends with a status.
package enum PictureConversion {
    /// Which pictures are converted.
    package enum Scope: String, Sendable {
        /// All: a layout's image, of which the first frame counts.
        case first
        /// All that do not move: a layout's media file may.
        case stills
    }

    /// The last argument where the sandbox is required: a process that lacks an essential layer then refuses to read.
    package static let required = "required"

    /// The exit status of the program.
    package enum Status: Int32, Sendable {
        case converted = 0
        case refused = 1
        /// It was started by someone who does not know its arguments.
        case misused = 2
        /// The picture moves, and only stills were asked for: nothing is written.
        case animated = 3
    }
}
