internal import NIOCore

/// What bounds the clients of the page's server.
enum WebLimits {
    /// Connections of TCP at once. A browser has six for files and one for each page.
    static let connections = 192
    /// Pages that are connected to the host at once.
    static let pages = 64
    /// Lines of a request's head.
    static let headers = 64
    /// Bytes of one of these lines, and of all. The cookies of other servers of this machine come too.
    static let (header, head) = (16_384, 32_768)
    /// Bytes of an address.
    static let address = 2_048
    /// From a new connection to the whole head of its first request.
    static let headTime = TimeAmount.seconds(20)
    /// From the end of an answer to the whole head of the next request. Refused clients do not get it: their connections end.
    static let idleTime = TimeAmount.seconds(120)
    /// From one part of a body to the next, and for a client to read a part of an answer.
    static let partTime = TimeAmount.seconds(20)
    /// For a whole body.
    static let bodyTime = TimeAmount.seconds(300)
    /// To the end of a connection, after an answer that is its last.
    static let lingerTime = TimeAmount.seconds(5)
    /// Between two pings of a page. One that was silent for two of them is closed.
    static let pingTime = Duration.seconds(30)
    /// Bytes of a stored file that are read at once.
    static let piece = 1 << 18
}
