package import MayflyModel

/// The error of an answer (JSON-RPC 2.0, 5.1).
package struct RPCError: Error, Equatable {
    package let code: Int
    /// A sentence that names the member, the rule and the value.
    package let message: String
    /// The name of the kind, such as `notAsShown`.
    package let name: String
    /// More members of the error's data.
    package let details: [JSONValue.Member]

    package init(_ code: Int, _ name: String, _ message: String, _ details: [JSONValue.Member] = []) {
        self.code = code
        self.name = name
        self.message = message
        self.details = details
    }

    package static func notJSON(_ reason: String) -> RPCError { RPCError(-32700, "notJSON", reason) }

    package static func notARequest(_ reason: String) -> RPCError { RPCError(-32600, "notARequest", reason) }

    package static func unknownMethod(_ name: String) -> RPCError {
        RPCError(-32601, "unknownMethod", "there is no method '\(SafeText.line(name, limit: 80))'")
    }

    package static func wrongParameter(_ name: String, _ rule: String) -> RPCError {
        RPCError(-32602, "wrongParameter", "'\(name)' \(rule)", [JSONValue.Member("member", .text(name))])
    }

    package static let helloFirst = RPCError(-32001, "helloFirst", "the first request must be 'hello'")

    package static let tooManyRequests = RPCError(
        -32002,
        "tooManyRequests",
        "more requests wait for their answers than 'limits.requests' of the answer to 'hello'"
    )

    package static func unknownWindow(_ name: String) -> RPCError {
        RPCError(-32003, "unknownWindow", "this connection has no window '\(SafeText.line(name, limit: 80))'")
    }

    package static func answerTooLarge(_ bytes: Int) -> RPCError {
        RPCError(
            -32008,
            "answerTooLarge",
            "it was done, and its answer has \(bytes) bytes, more than 'limits.line_bytes' of the answer to 'hello'; ask for less at once"
        )
    }

    package static let closing = RPCError(-32004, "closing", "the connection is closing")

    /// An error of the host. Its kinds have one code and are told apart by their names.
    package init(_ error: MayflyError) {
        self.init(-32000, error.code.description, SafeText.line(error.message, limit: 2000))
    }

    /// Any error that a method throws.
    package init(any error: any Error) {
        switch error {
        case let error as RPCError: self = error
        case let error as MayflyError: self.init(error)
        case is CancellationError: self = Self.closing
        default: self.init(MayflyError(.internalFault, "\(error)"))
        }
    }

    package var json: JSONValue {
        .object([
            "code": .number(code), "message": .text(message),
            "data": .object([JSONValue.Member("name", .text(name))] + details),
        ])
    }
}
