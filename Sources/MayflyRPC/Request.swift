package import MayflyModel

/// A request of a client (JSON-RPC 2.0, 4).
package struct Request {
    /// What the answer has as its id; nil for a notification, which is not answered.
    package let id: JSONValue?
    package let method: String
    package let parameters: JSONValue

    /// No parameter of a method is nested deeper than a few levels.
    private static let reader = JSONReader(
        maximumBytes: ConnectionLimits.line,
        maximumDepth: 32,
        maximumValues: ConnectionLimits.values
    )

    /// Reads a line. Where it is no request, `refusal` has the id for the answer, if the line has one.
    package static func read(_ line: [UInt8]) -> Result<Request, Refusal> {
        let value: JSONValue
        do throws(JSONError) {
            value = try reader.value(of: line)
        } catch {
            return .failure(Refusal(RPCError(.notJSON, "the line is \(error.description)")))
        }
        return read(value)
    }

    private static func read(_ value: JSONValue) -> Result<Request, Refusal> {
        guard case .object(let members) = value else {
            if case .list = value {
                return .failure(Refusal(RPCError(.notARequest, "batches of requests are not supported")))
            }
            return .failure(Refusal(RPCError(.notARequest, "a request is an object, not \(value.kind)")))
        }
        let id = members.first { $0.name.hasSameBytes(as: "id") }?.value
        switch id {
        case nil, .null?, .text?, .number?: break
        case let other?:
            return .failure(
                Refusal(RPCError(.notARequest, "'id' must be a string, a number or null, not \(other.kind)"))
            )
        }
        func refusal(_ reason: String) -> Result<Request, Refusal> {
            .failure(Refusal(RPCError(.notARequest, reason), id: id))
        }
        if case .text(let text)? = id, text.utf8.count > longestID {
            return .failure(
                Refusal(RPCError(.notARequest, "'id' may have \(longestID) bytes at most, not \(text.utf8.count)"))
            )
        }
        if case .number(let number)? = id, number.text.utf8.count > longestID {
            return .failure(Refusal(RPCError(.notARequest, "'id' may have \(longestID) digits at most")))
        }
        guard case .text(let version) = value["jsonrpc"], version.hasSameBytes(as: "2.0") else {
            return refusal("'jsonrpc' must be \"2.0\", not \(shown(value["jsonrpc"]))")
        }
        guard case .text(let method) = value["method"] else {
            return refusal("'method' must be a string, not \(value["method"].kind)")
        }
        guard method.utf8.count <= longestMethod else {
            return refusal("'method' may have \(longestMethod) bytes at most, not \(method.utf8.count)")
        }
        switch value["params"] {
        case .null: return .success(Request(id: id, method: method, parameters: .object([])))
        case .object: return .success(Request(id: id, method: method, parameters: value["params"]))
        default:
            let kind = value["params"].kind
            return .failure(
                Refusal(
                    .wrongParameter("params", "must be an object with names, not \(kind)"),
                    id: id
                )
            )
        }
    }

    /// The same request as it can wait: with these members of its parameters only, which takes no more memory than its line.
    ///
    /// - Parameter lists: the members that are lists. Of others, a list or an object keeps only its kind: it is refused anyway.
    package func keeping(_ names: [String], lists: [String]) -> Request {
        guard case .object(let members) = parameters else { return self }
        let kept = members.compactMap { member -> JSONValue.Member? in
            guard names.contains(where: member.name.hasSameBytes) else { return nil }
            switch member.value {
            case .list where !lists.contains(where: member.name.hasSameBytes):
                return JSONValue.Member(member.name, .list([]))
            case .object: return JSONValue.Member(member.name, .object([]))
            default: return member
            }
        }
        return Request(id: id, method: method, parameters: .object(kept))
    }

    private static let longestID = 256
    /// Names of methods are looked up in their normal form, which takes the square of the number of accents on one letter.
    private static let longestMethod = 256

    private static func shown(_ value: JSONValue) -> String {
        if case .text(let text) = value { "'\(SafeText.line(text, limit: 40))'" } else { value.kind }
    }

    /// Why a line is no request.
    package struct Refusal: Error {
        package let error: RPCError
        /// The id of the request; null where it is not known.
        package let id: JSONValue

        init(_ error: RPCError, id: JSONValue? = nil) {
            self.error = error
            self.id = id ?? .null
        }
    }
}

/// The line of an answer, without its end.
package enum Answer {
    /// The answer with a result, or the error that says that it is longer than a line may be.
    /// - Parameter result: the JSON of the result.
    package static func line(_ id: JSONValue, result: String) -> String {
        let line = "{\"jsonrpc\":\"2.0\",\"id\":\(id.line),\"result\":\(result)}"
        let size = line.utf8.count
        return size > ConnectionLimits.line ? self.line(id, error: .answerTooLarge(size)) : line
    }

    package static func line(_ id: JSONValue, error: RPCError) -> String {
        JSONValue.object(["jsonrpc": .text("2.0"), "id": id, "error": error.json]).line
    }
}
