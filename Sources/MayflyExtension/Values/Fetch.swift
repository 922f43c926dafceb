/// A request over HTTPS that the host makes for the extension.
public struct FetchRequest: Hashable, Sendable {
    /// `GET`, `HEAD`, `POST`, `PUT`, `PATCH` or `DELETE`.
    public var method: String
    /// The address: `https`, of a host that the manifest names, in printable ASCII.
    public var url: String
    /// Up to 64, without those that the host writes, such as `Host`, `Cookie` and `Content-Length`.
    public var headers: [HTTPHeader]
    /// At most 262,144 bytes; empty for `GET` and `HEAD`.
    public var body: [UInt8]

    /// A request.
    public init(_ url: String, method: String = "GET", headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
    }
}

/// The answer of a server, with any status.
public struct FetchAnswer: Hashable, Sendable {
    /// The status, such as 200 or 404.
    public let status: Int
    /// The headers in the order of the answer.
    public let headers: [HTTPHeader]
    /// The body, of at most 4 MiB.
    public let body: [UInt8]
}

/// One header of a request or of an answer.
public struct HTTPHeader: Hashable, Sendable {
    /// The name, in any case.
    public var name: String
    /// The value.
    public var value: String

    /// A header.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
