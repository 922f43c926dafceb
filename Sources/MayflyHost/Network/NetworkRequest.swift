internal import MayflyABI
internal import MayflyModel

/// A request of an extension, checked.
struct NetworkRequest {
    var url: FetchURL
    var method: String
    var headers: [HTTPHeader]
    var body: [UInt8]

    /// The headers that the host writes itself, or that would tell servers of the person: an extension may not set them.
    private static let ownHeaders: Set<String> = [
        "accept-encoding", "connection", "content-length", "cookie", "cookie2", "expect", "host", "keep-alive",
        "origin", "referer", "te",
        "trailer", "transfer-encoding", "upgrade", "user-agent", "via",
    ]

    /// Reads the arguments of a call.
    init(_ call: Arguments, reach: NetworkReach) throws(MessageError) {
        guard let record = call["request"].record else {
            throw MessageError(.invalidArgument, "fetch: 'request' is NULL")
        }
        url = try FetchURL(record["url"].text ?? "", reach: reach)
        method = record["method"].text ?? "GET"
        guard FetchRequest.methods.contains(method) else {
            let known = FetchRequest.methods.joined(separator: ", ")
            throw MessageError(
                .invalidArgument,
                "fetch: 'method' must be one of \(known), found '\(SafeText.line(method, limit: 40))'"
            )
        }
        body = record["body"].bytes ?? []
        guard body.isEmpty || !["GET", "HEAD"].contains(method) else {
            throw MessageError(
                .invalidArgument,
                "fetch: a request with the method \(method) has no body, found \(body.count) bytes"
            )
        }
        guard body.count <= FetchRequest.largestBody else {
            throw MessageError(
                .limitExceeded,
                "fetch: 'body' has \(grouped(body.count)) bytes, over the limit of \(grouped(FetchRequest.largestBody))"
            )
        }
        headers = try Self.headers(record["headers"].list ?? [])
    }

    private static func headers(_ values: [Value]) throws(MessageError) -> [HTTPHeader] {
        let headers = values.compactMap(\.record).map { HTTPHeader($0["name"].text ?? "", $0["value"].text ?? "") }
        let bytes = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard headers.count <= [HTTPHeader].most, bytes <= [HTTPHeader].mostBytes else {
            throw MessageError(
                .limitExceeded,
                "fetch: there are \(headers.count) headers with \(grouped(bytes)) bytes, over the limit of \([HTTPHeader].most) with "
                    + "\(grouped([HTTPHeader].mostBytes))"
            )
        }
        for header in headers {
            let shown = SafeText.line(header.name, limit: 80)
            guard !header.name.isEmpty, header.name.utf8.allSatisfy(isTokenByte) else {
                throw MessageError(.invalidArgument, "fetch: '\(shown)' is not the name of a header")
            }
            guard header.value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw MessageError(.invalidArgument, "fetch: the header '\(shown)' must be printable ASCII")
            }
            let name = header.name.lowercased()
            guard !ownHeaders.contains(name), !name.hasPrefix("proxy-"), !name.hasPrefix("sec-") else {
                throw MessageError(.invalidArgument, "fetch: the header '\(shown)' is written by the host alone")
            }
        }
        return headers
    }

    /// RFC 9110, section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// The request that a redirect leads to (RFC 9110, section 15.4).
    func redirected(to url: FetchURL, by status: Int) -> NetworkRequest {
        var next = self
        if [301, 302, 303].contains(status), !["GET", "HEAD"].contains(method) {
            (next.method, next.body) = ("GET", [])
            next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        // What one server is told as a secret is not told to the next, whatever header has it.
        if url.origin != self.url.origin { next.headers.removeAll { !Self.isPlain($0.name.lowercased()) } }
        next.url = url
        return next
    }

    /// Whether a header, by its name in lower case, says what is sent or wanted, and nothing of who asks.
    private static func isPlain(_ name: String) -> Bool {
        ["accept", "accept-language", "cache-control", "pragma", "range"].contains(name) || name.hasPrefix("content-")
            || name.hasPrefix("if-")
    }

    /// What `mayfly-fetch` is told.
    func asFetchRequest(reach: NetworkReach, seconds: Int) -> FetchRequest {
        var request = FetchRequest(
            url: url.text,
            limit: FetchRequest.largestAnswer,
            seconds: seconds,
            isPublic: reach == .everyPublicServer
        )
        (request.method, request.headers, request.body) = (method, headers, body)
        request.followsRedirects = false
        return request
    }
}
