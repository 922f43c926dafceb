/// One request over HTTP that `mayfly-fetch` makes: what the host writes to the program, as one line of JSON and then the body.
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
    /// One of `methods`.
    package var method = "GET"
    /// The headers beside those that the program writes itself.
    package var headers: [HTTPHeader] = []
    /// What is sent with the request.
    package var body: [UInt8] = []
    /// Whether the program follows the redirects of servers. Who checks each address follows them one by one.
    package var followsRedirects = true

    /// The methods that there are.
    package static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

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
        /// JSON: `status`, a number, and `headers`, a list of names and values in turn.
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
    /// The largest body of a request.
    package static let largestBody = 256 * 1024
    /// The largest body of an answer that an extension gets.
    package static let largestAnswer = 4 << 20

    /// One line without its end. As many bytes follow it as the body has.
    package var line: String {
        JSONValue.object([
            "url": .text(url), "limit": .number(limit), "seconds": .number(seconds), "public": .boolean(isPublic),
            "patience": .number(patience), "method": .text(method), "headers": headers.json,
            "body": .number(body.count), "follow": .boolean(followsRedirects),
        ]).line
    }

    /// Reads a line; nil for one that no host writes.
    ///
    /// - Parameter body: gives so many bytes that follow the line; nil where they do not come.
    package init?(line: String, body: (Int) -> [UInt8]?) {
        let reader = JSONReader(maximumBytes: Self.longestLine, maximumDepth: 8)
        guard let value = try? reader.value(of: line),
            case .text(let url) = value["url"], let limit = Self.integer(value["limit"]),
            let seconds = Self.integer(value["seconds"]), let patience = Self.integer(value["patience"]),
            case .text(let method) = value["method"], Self.methods.contains(method),
            let headers = [HTTPHeader](json: value["headers"]), let count = Self.integer(value["body"]),
            (0...Self.largestBody).contains(count), let body = body(count)
        else { return nil }
        let isPublic = value["public"] == .boolean(true)
        self.init(url: url, limit: limit, seconds: seconds, isPublic: isPublic, patience: patience)
        self.method = method
        self.headers = headers
        self.body = body
        followsRedirects = value["follow"] == .boolean(true)
    }

    private static func integer(_ value: JSONValue) -> Int? {
        guard case .number(let number) = value else { return nil }
        return number.int64.flatMap(Int.init(exactly:))
    }
}
