internal import Foundation
package import NIOCore
package import NIOHTTP1

/// The head of a request, with its address taken apart.
package struct WebRequest {
    let head: HTTPRequestHead
    /// Where the server took it.
    let local: SocketAddress?
    /// What stands before the question mark of its address.
    package let path: String
    private let items: [String: String]

    package init(_ head: HTTPRequestHead, at local: SocketAddress?) {
        (self.head, self.local) = (head, local)
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        var items: [String: String] = [:]
        for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1).map { side in
                side.replacing("+", with: " ").removingPercentEncoding ?? ""
            }
            if let name = sides.first { items[name] = sides.count > 1 ? sides[1] : "" }
        }
        self.items = items
    }

    /// A value of that name, behind the question mark.
    package subscript(_ name: String) -> String? { items[name] }

    var port: Int { local?.port ?? 0 }

    /// Whether the client takes contents in the coding "deflate" (RFC 9110, 12.5.3).
    var takesDeflate: Bool {
        head.headers[canonicalForm: "accept-encoding"].contains { coding in
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            return parts.first == "deflate" && !parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
        }
    }

    var hasBody: Bool {
        head.headers.contains(name: "transfer-encoding") || head.headers["content-length"].contains { $0 != "0" }
    }
}
