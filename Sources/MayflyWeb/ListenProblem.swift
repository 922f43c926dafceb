internal import Glibc
internal import MayflyModel
internal import NIOCore

/// Why nobody can listen at a place, and what to do about it, in words for the person who started the server.
enum ListenProblem {
    static func error(_ error: any Error, host: String, port: Int) -> MayflyError {
        let place = "\(SafeText.line(host, limit: 80)):\(port)"
        return MayflyError(.files, "the page cannot be served at \(place): \(words(for: error, host, port))")
    }

    private static func words(for error: any Error, _ host: String, _ port: Int) -> String {
        let name = SafeText.line(host, limit: 80)
        if error is SocketAddressError.UnknownHost {
            return "no machine of the name '\(name)' is found; \(remedy)"
        }
        switch (error as? IOError)?.errnoCode {
        case EADDRNOTAVAIL: return "\(name) is not an address of this machine; \(remedy)"
        case EADDRINUSE:
            return "another program listens there already; end it, or take another port: '--port 0' takes a free one"
        case EACCES where port < 1_024:
            return "ports below 1024 need special rights; take a higher one: '--port 0' takes a free one"
        default: return SafeText.line("\(error)", limit: 200)
        }
    }

    private static let remedy =
        "leave --host out to serve this machine alone, or give an address of this machine, such as 0.0.0.0 for all of them"
}
