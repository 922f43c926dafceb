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
                "errors": .object(RPCError.Kind.all.map { JSONValue.Member($0.name, description(of: $0)) }),
                "schemas": .object(schemas.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }),
            ]),
        ])
    }

    private static func description(of kind: RPCError.Kind) -> JSONValue {
        .object([
            "code": .number(kind.code), "message": .text(kind.meaning),
            "data": .object(["name": .text(kind.name)]),
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
