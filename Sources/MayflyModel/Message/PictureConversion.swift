/// What the host and the program that converts pictures say to each other.
///
/// The program, `mayfly-media-worker`, is given its host's process id and a scope as arguments, the file at descriptor 0
/// and pipes at 1 and 2. It writes the new file to 1, or one line with the reason to 2, and ends with a status.
package enum PictureConversion {
    /// Which pictures are converted.
    package enum Scope: String, Sendable {
        /// All: a layout's image, of which the first frame counts.
        case first
        /// All that do not move: a layout's media file may.
        case stills
    }

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
