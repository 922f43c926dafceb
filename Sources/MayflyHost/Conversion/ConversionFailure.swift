internal import MayflyBundles
internal import MayflyModel

/// Why a picture could not be converted.
package enum ConversionFailure: Error, Sendable, Hashable {
    /// The file or the program is not there, or the system gives no process.
    case notStarted(String)
    /// The sandbox is required, and these layers do not hold; it says so, or says nothing of its sandbox at all.
    case unconfined(String)
    /// The program said so, in its own words.
    case refused(String)
    /// It ended by itself, by that signal.
    case crashed(signal: Int32)
    case exited(status: Int32)
    /// It was killed because it took longer.
    case deadline(milliseconds: Int64)
    /// It was killed because it wrote more than the bytes of any file.
    case tooMuchOutput
    /// It said that it was done, and its output is not what it must be.
    case badResult(String)
    case notKept(String)

    /// One line to stand after the picture's name.
    package var reason: String {
        switch self {
        case .notStarted(let why), .notKept(let why): why
        case .unconfined(let lack): "the sandbox is required, and lacks \(lack); see 'mayfly doctor'"
        case .refused(let why): shown(why, limit: 200)
        case .crashed(let signal): "its conversion crashed with signal \(signal)"
        case .exited(let status): "its conversion ended with status \(status)"
        case .deadline(let milliseconds): "its conversion took longer than \(grouped(Int(milliseconds))) ms"
        case .tooMuchOutput: "its conversion wrote more than \(grouped(PictureRules.maximumBytes)) bytes"
        case .badResult(let why): "its conversion gave no picture to send: \(why)"
        }
    }
}
