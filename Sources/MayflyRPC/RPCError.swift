package import MayflyModel

/// The error of an answer (JSON-RPC 2.0, 5.1).
package struct RPCError: Error, Equatable {
    /// What the errors of one kind have in common.
    package struct Kind: Equatable, Sendable {
        package let code: Int
        /// The stable name, such as `notAsShown`.
        package let name: String
        /// When it comes, for the description of the protocol.
        package let meaning: String
    }

    package let kind: Kind
    /// A sentence that names the member, the rule and the value.
    package let message: String
    /// More members of the error's data.
    package let details: [JSONValue.Member]

    package init(_ kind: Kind, _ message: String, _ details: [JSONValue.Member] = []) {
        self.kind = kind
        self.message = message
        self.details = details
    }

    package var json: JSONValue {
        .object([
            "code": .number(kind.code), "message": .text(message),
            "data": .object([JSONValue.Member("name", .text(kind.name))] + details),
        ])
    }
}

extension RPCError.Kind {
    package static let notJSON = Self(
        code: -32700,
        name: "notJSON",
        meaning: "a line is not JSON, or not UTF-8, or has more values than 'limits.values'"
    )
    package static let notARequest = Self(
        code: -32600,
        name: "notARequest",
        meaning: "a line is too long, a batch, or no request"
    )
    package static let unknownMethod = Self(code: -32601, name: "unknownMethod", meaning: "there is no such method")
    package static let wrongParameter = Self(
        code: -32602,
        name: "wrongParameter",
        meaning: "a parameter is missing or breaks its rule; 'data.member' names it"
    )
    package static let helloFirst = Self(
        code: -32001,
        name: "helloFirst",
        meaning: "the first request must be 'hello'"
    )
    package static let tooManyRequests = Self(
        code: -32002,
        name: "tooManyRequests",
        meaning:
            "more requests wait for their answers than 'limits.requests' of the answer to 'hello', or more than \(ConnectionLimits.requestBytes) bytes of them"
    )
    package static let unknownWindow = Self(
        code: -32003,
        name: "unknownWindow",
        meaning: "the connection has no such window"
    )
    package static let closing = Self(code: -32004, name: "closing", meaning: "the connection is closing")
    package static let slowReader = Self(
        code: -32005,
        name: "slowReader",
        meaning: "the client does not read its answers; the connection ends"
    )
    package static let tooManyWindows = Self(
        code: -32006,
        name: "tooManyWindows",
        meaning: "more windows than 'limits.windows'"
    )
    package static let noCommonVersion = Self(
        code: -32007,
        name: "noCommonVersion",
        meaning: "'data.versions' has the versions of the host"
    )
    package static let answerTooLarge = Self(
        code: -32008,
        name: "answerTooLarge",
        meaning: "it was done, and its answer is larger than a line; ask for less at once"
    )

    /// The kind of an error of the host. Its kinds have one code and are told apart by their names.
    package static func host(_ code: MayflyError.Code) -> Self {
        Self(code: -32000, name: code.description, meaning: "an error of the host; the message says more")
    }

    /// Every kind that an answer can have.
    package static let all: [Self] =
        [
            notJSON, notARequest, unknownMethod, wrongParameter, helloFirst, tooManyRequests, unknownWindow, closing,
            slowReader, tooManyWindows, noCommonVersion, answerTooLarge,
        ] + MayflyError.Code.all.map(host)
}

extension RPCError {
    package static let helloFirst = RPCError(.helloFirst, Kind.helloFirst.meaning)
    package static let tooManyRequests = RPCError(.tooManyRequests, Kind.tooManyRequests.meaning)
    package static let closing = RPCError(.closing, Kind.closing.meaning)

    package static func unknownMethod(_ name: String) -> RPCError {
        RPCError(.unknownMethod, "there is no method '\(SafeText.line(name, limit: 80))'")
    }

    package static func wrongParameter(_ name: String, _ rule: String) -> RPCError {
        RPCError(.wrongParameter, "'\(name)' \(rule)", [JSONValue.Member("member", .text(name))])
    }

    package static func unknownWindow(_ name: String) -> RPCError {
        RPCError(.unknownWindow, "this connection has no window '\(SafeText.line(name, limit: 80))'")
    }

    package static func answerTooLarge(_ bytes: Int) -> RPCError {
        RPCError(
            .answerTooLarge,
            "it was done, and its answer has \(bytes) bytes, more than 'limits.line_bytes' of the answer to 'hello'; ask for less at once"
        )
    }

    /// An error about an input names it in its data.
    package init(_ error: MayflyError) {
        let input = (error.cause as? InputError).map { [JSONValue.Member("input", .text($0.id))] }
        self.init(.host(error.code), SafeText.line(error.message, limit: 2000), input ?? [])
    }

    /// Any error that a method throws.
    package init(any error: any Error) {
        switch error {
        case let error as RPCError: self = error
        case let error as MayflyError where error.cause is CancellationError: self = Self.closing
        case let error as MayflyError: self.init(error)
        case is CancellationError: self = Self.closing
        default: self.init(MayflyError(.internalFault, "\(error)"))
        }
    }
}
