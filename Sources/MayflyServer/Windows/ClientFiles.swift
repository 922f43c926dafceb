internal import MayflyModel
internal import MayflyRPC

/// How a client names files of the machine that the host is to read.
package struct ClientFiles: Sendable {
    private let path: @Sendable (_ name: String) throws -> String
    private let taken: @Sendable (_ name: String) -> Void

    /// By their absolute paths: the client may read what the host may.
    package static let paths = ClientFiles { name in
        guard name.begins(with: "/") else { throw RPCError.wrongParameter("path", "must be absolute") }
        return name
    }

    /// - Parameters:
    ///   - taken: is told when the host has copied a file and does not read it again.
    ///   - path: gives the path of a name, or throws `RPCError`.
    package init(
        taken: @escaping @Sendable (_ name: String) -> Void = { _ in },
        path: @escaping @Sendable (_ name: String) throws -> String
    ) {
        (self.path, self.taken) = (path, taken)
    }

    /// The absolute path of what the client names.
    func path(of name: String) throws -> String { try path(name) }

    /// The host has a copy now.
    func take(_ name: String) { taken(name) }
}
