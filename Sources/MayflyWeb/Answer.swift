internal import NIOCore
internal import NIOHTTP1

/// What a request is answered with.
struct Answer: Sendable {
    enum Body: Sendable {
        case bytes(ByteBuffer)
        /// So many bytes, read in pieces from an offset.
        case pieces(count: Int, read: @Sendable (_ offset: Int, _ most: Int) throws -> [UInt8])

        var count: Int {
            switch self {
            case .bytes(let buffer): buffer.readableBytes
            case .pieces(let count, _): count
            }
        }
    }

    var status: HTTPResponseStatus
    var headers: HTTPHeaders
    var body: Body
    /// Whether the connection ends after it: what the client still sends is not read.
    var isLast = false

    init(_ status: HTTPResponseStatus = .ok, type: String, _ body: Body) {
        self.status = status
        self.body = body
        headers = Self.rules
        headers.add(name: "Content-Type", value: type)
        headers.add(name: "Content-Security-Policy", value: Self.pagePolicy)
    }

    /// A refusal, as a sentence for the person.
    static func refusal(_ status: HTTPResponseStatus, _ sentence: String) -> Answer {
        var answer = Answer(status, type: "text/plain; charset=utf-8", .bytes(ByteBuffer(string: sentence + "\n")))
        answer.isLast = true
        return answer
    }

    /// The page takes everything from this server, and nobody may put it into a page of their own.
    private static let pagePolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; "
        + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

    private static let rules = HTTPHeaders([
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(self), microphone=(), geolocation=()"),
    ])

    /// A part of the page that is no document: as one it could do nothing, so it needs few rules. There are many parts, and all of them
    /// are loaded before the page begins.
    static func part(type: String, _ body: Body) -> Answer {
        var answer = Answer(type: type, body)
        for name in documentRules { answer.headers.remove(name: name) }
        return answer.limited(to: "default-src 'none'; frame-ancestors 'none'")
    }

    /// Rules that a browser looks for at documents only.
    private static let documentRules = [
        "Referrer-Policy", "X-Frame-Options", "Cross-Origin-Opener-Policy", "Permissions-Policy",
    ]

    /// The same with other rules for what a browser may do with it.
    func limited(to policy: String) -> Answer {
        var answer = self
        answer.headers.replaceOrAdd(name: "Content-Security-Policy", value: policy)
        return answer
    }

    func adding(_ name: String, _ value: String) -> Answer {
        var answer = self
        answer.headers.add(name: name, value: value)
        return answer
    }
}
