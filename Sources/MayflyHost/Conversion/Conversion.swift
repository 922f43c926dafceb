internal import MayflyABI
internal import MayflyBundles
package import MayflyModel

/// The result of converting one picture.
package struct Conversion: Sendable {
    /// The bytes of the converted picture, which are not trusted; nil for an animation where only stills are converted.
    package let result: Result<[UInt8]?, ConversionFailure>
    /// The requested layers of the sandbox that did not hold for the process, with the reasons.
    package let missing: [SandboxLayer: String]
    /// A line that says what holds the process, if it was killed and has not ended in time.
    package var remains: String?
    /// The processor time of the process; zero where it has not ended.
    package var time = Duration.zero

    /// The converted picture as it must be: of one of these types, and of a limited size. Nil where only stills are converted and it
    /// is none.
    func picture(as types: Set<MediaType> = [.jpeg]) throws(ConversionFailure) -> (bytes: [UInt8], info: PictureInfo)? {
        guard let bytes = try result.get() else { return nil }
        let picture: PictureInfo
        do throws(PictureProblem) {
            picture = try MediaProbe.picture(bytes)
        } catch {
            throw .badResult(error.reason)
        }
        let (size, limit) = (picture.size, PictureRules.longestSide)
        guard types.contains(picture.type), max(size.width, size.height) <= limit else {
            throw .badResult("a \(picture.type.rawValue) of \(size.width) x \(size.height) pixels")
        }
        return (bytes, picture)
    }

    /// The pixels for a terminal as they must be.
    func pixels() throws(ConversionFailure) -> PicturePixels {
        guard let bytes = try result.get(), let pixels = PicturePixels(encoded: bytes) else {
            throw .badResult("no pixels for a terminal")
        }
        return pixels
    }

    /// Whether another conversion of the same picture would have this result, too: it does not fail for the want of a process.
    var tellsOfThePicture: Bool {
        switch result {
        case .success, .failure(.refused), .failure(.crashed), .failure(.deadline), .failure(.tooMuchOutput),
            .failure(.badResult), .failure(.exited):
            true
        case .failure(.notStarted), .failure(.unconfined), .failure(.cancelled), .failure(.notKept):
            false
        }
    }

    static func failed(_ failure: ConversionFailure) -> Self { Self(result: .failure(failure), missing: [:]) }
}

/// Why a picture could not be converted.
package enum ConversionFailure: Error, Sendable, Equatable {
    /// The file or the program does not exist, or no process can be made.
    case notStarted(String)
    /// These layers do not hold, which are required, or the program did not report on its sandbox.
    case unconfined(String)
    /// The program refused the picture, for this reason.
    case refused(String)
    /// It ended by this signal, which the host did not send.
    case crashed(signal: Int32)
    /// It ended with this status, which has no meaning.
    case exited(status: Int32)
    /// It was killed at its deadline.
    case deadline(milliseconds: Int64)
    /// It was killed because its output exceeded the limit for files.
    case tooMuchOutput
    /// It reported success, and its output is not a picture as it must be.
    case badResult(String)
    /// It was killed, or not started, because nobody waits for it: its task was cancelled.
    case cancelled
    /// The store could not keep the converted picture.
    case notKept(String)

    /// One line that follows the name of the picture.
    package var reason: String {
        switch self {
        case .notStarted(let why), .notKept(let why): why
        case .unconfined(let lack): "its sandbox lacks \(lack); see 'mayfly doctor'"
        case .refused(let why): shown(why, limit: 200)
        case .crashed(let signal): "its conversion crashed with signal \(signal)"
        case .exited(let status): "its conversion ended with status \(status)"
        case .deadline(let milliseconds): "its conversion took longer than \(grouped(Int(milliseconds))) ms"
        case .tooMuchOutput: "its conversion wrote more than \(grouped(PictureRules.maximumBytes)) bytes"
        case .cancelled: "its conversion was cancelled"
        case .badResult(let why): "its conversion gave no picture to send: \(why)"
        }
    }
}

/// The report of a process that converts a picture: the layers of its sandbox that do not hold, and why it failed.
///
/// The process writes the first part before it reads the picture. The second part is not trusted.
struct ConversionReport {
    /// Nil where the process ended before it wrote this part.
    let missing: [SandboxLayer: String]?
    let reason: String?

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // An empty line ends the first part. Where no layer is missing, it is the first line.
        let end = text.hasPrefix("\n") ? text.startIndex : text.firstRange(of: "\n\n")?.lowerBound
        missing = end.map { SandboxLayer.missing(in: text[..<$0]) }
        reason = end.flatMap { text[$0...].split(separator: "\n").first.map(String.init) }
    }
}

extension PicturePixels {
    /// Reads what is kept of a conversion to pixels.
    init(converted bytes: [UInt8]) throws(MayflyError) {
        guard let pixels = Self(encoded: bytes) else { throw MayflyError(.files, "the picture cannot be shown") }
        self = pixels
    }
}
