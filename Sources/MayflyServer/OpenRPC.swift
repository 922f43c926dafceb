package import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC
internal import MayflyWorkers

/// The description of the protocol in the form of the OpenRPC specification 1.3.2, made from what reads and writes it.
package enum OpenRPC {
    package static var document: JSONValue {
        let schemas = Schema.names(of: Methods.all.flatMap { $0.parameters.map(\.schema) + [$0.result] })
        return .object([
            "openrpc": .text("1.3.2"),
            "info": .object([
                "title": .text("\(HostInfo.name) host protocol"),
                "version": .text("\(Welcome.versions.last ?? 0)"),
                "description": .text(
                    "JSON-RPC 2.0, one object a line of at most \(ConnectionLimits.line) bytes. Parameters are given by name."
                ),
            ]),
            "methods": .list(Methods.all.map(description)),
            "components": .object([
                "errors": .object(errors.map { JSONValue.Member($0.name, description(of: $0)) }),
                "schemas": .object(schemas.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }),
            ]),
        ])
    }

    /// Every error that an answer can have. Those of the host have one code.
    private static var errors: [RPCError] {
        let own: [RPCError] = [
            RPCError(-32700, "notJSON", "a line is not JSON, or not UTF-8"),
            RPCError(-32600, "notARequest", "a line is too long, a batch, or no request"),
            RPCError(-32601, "unknownMethod", "there is no such method"),
            RPCError(-32602, "wrongParameter", "a parameter is missing or breaks its rule; 'data.member' names it"),
            .helloFirst,
            .tooManyRequests, RPCError(-32003, "unknownWindow", "the connection has no such window"), .closing,
            RPCError(-32005, "slowReader", "the client does not read its answers; the connection ends"),
            RPCError(-32006, "tooManyWindows", "more windows than 'limits.windows'"),
            RPCError(-32007, "noCommonVersion", "'data.versions' has the versions of the host"),
            RPCError(
                -32008,
                "answerTooLarge",
                "it was done, and its answer is larger than a line; ask for less at once"
            ),
        ]
        return own
            + MayflyError.Code.all.map {
                RPCError(-32000, $0.description, "an error of the host; the message says more")
            }
    }

    private static func description(of error: RPCError) -> JSONValue {
        .object([
            "code": .number(error.code), "message": .text(error.message),
            "data": .object(["name": .text(error.name)]),
        ])
    }

    private static func description(of method: Method) -> JSONValue {
        let parameters = method.parameters.map { parameter in
            JSONValue.object([
                "name": .text(parameter.name), "required": .boolean(parameter.isRequired),
                "schema": parameter.schema.value,
            ])
        }
        return .object([
            "name": .text(method.name), "description": .text(method.text), "paramStructure": .text("by-name"),
            "params": .list(parameters),
            "result": .object(["name": .text("result"), "schema": method.result.value]),
        ])
    }
}
