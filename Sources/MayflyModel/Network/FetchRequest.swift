/// One request over HTTP that `mayfly-fetch` makes: what the host writes to the program, as one line of JSON.
///
/// The program writes frames: a byte for the kind, four bytes for the length (little-endian), and the content. `head` comes once,
/// when there is an answer; then `data`; then `end`, with an error or none.
package struct FetchRequest: Sendable, Hashable {
    /// The address, http or https.
    package var url: String
    /// The largest body of the answer in bytes; a larger one is an error.
    package var limit: Int
    /// How long all of it may take, in seconds.
    package var seconds: Int
    /// Whether only addresses of the public network are connected to, also after redirects.
    package var isPublic: Bool

    /// For how many seconds a server may send next to nothing before it is given up.
    package var patience: Int

    /// What a person waits for a server that sends next to nothing.
    package static let usualPatience = 20

    /// A request without a body.
    package init(url: String, limit: Int, seconds: Int, isPublic: Bool = false, patience: Int = usualPatience) {
        self.url = url
        self.limit = limit
        self.seconds = seconds
        self.isPublic = isPublic
        self.patience = patience
    }

    /// The kind of a frame.
    package enum Frame: UInt8, Sendable {
        /// JSON: `status`, a number.
        case head = 0x48
        /// Bytes of the body.
        case data = 0x44
        /// JSON: `error`, a text or null.
        case end = 0x45
    }

    /// The largest content of one frame.
    package static let largestFrame = 64 * 1024
    /// The largest line.
    package static let longestLine = 64 * 1024

    /// One line without its end.
    package var line: String {
        JSONValue.object([
            "url": .text(url), "limit": .number(limit), "seconds": .number(seconds),
            "public": .boolean(isPublic), "patience": .number(patience),
        ]).line
    }

    /// Reads a line; nil for one that no host writes.
    package init?(line: String) {
        let reader = JSONReader(maximumBytes: Self.longestLine, maximumDepth: 8)
        guard let value = try? reader.value(of: line),
            case .text(let url) = value["url"], case .number(let limit) = value["limit"],
            case .number(let seconds) = value["seconds"], case .number(let patience) = value["patience"],
            let limit = limit.int64.flatMap(Int.init(exactly:)),
            let seconds = seconds.int64.flatMap(Int.init(exactly:)),
            let patience = patience.int64.flatMap(Int.init(exactly:))
        else { return nil }
        self.init(
            url: url,
            limit: limit,
            seconds: seconds,
            isPublic: value["public"] == .boolean(true),
            patience: patience
        )
    }
}
