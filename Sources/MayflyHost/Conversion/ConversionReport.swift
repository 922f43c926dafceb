internal import MayflyABI
internal import MayflyModel
internal import MayflyWorkers

/// What a process that converts a picture wrote beside it: the layers of its sandbox that do not hold, and why it failed.
///
/// The first part was written before the process read a byte of the picture. The second is not trusted.
struct ConversionReport {
    /// Nil where the process did not get so far.
    let missing: [SandboxLayer: String]?
    let reason: String?

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        // An empty line ends the first part; where nothing is missing the text begins with it.
        let end = text.hasPrefix("\n") ? text.startIndex : text.firstRange(of: "\n\n")?.lowerBound
        missing = end.map { SandboxLayer.missing(in: text[..<$0]) }
        reason = end.flatMap { text[$0...].split(separator: "\n").first.map(String.init) }
    }
}
