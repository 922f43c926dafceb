internal import MayflyModel
internal import MayflyViews

/// A request; the extension answers with the same bytes, the first unchanged and the others xor 1.
struct Payload: Sendable {
    let request: Submission
    let reply: String

    /// - Parameter size: in bytes, at least 1.
    init(size: Int) {
        let letters = (0..<max(size - 1, 0)).map { UInt8(ascii: "b") + UInt8($0 % 24) }
        request = Submission(actionID: "E" + String(decoding: letters, as: UTF8.self))
        reply = "E" + String(decoding: letters.map { $0 ^ 1 }, as: UTF8.self)
    }

    /// Requests without an answer.
    static let crash = Submission(actionID: "S")
    static let loop = Submission(actionID: "L")
    static let stop = Submission(actionID: "T")
}
