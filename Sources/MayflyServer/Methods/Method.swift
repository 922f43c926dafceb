internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC

/// A method of the protocol: its name and its parameters with their schemas, and what it does.
struct Method: Sendable {
    /// How a request is carried out. What it gives is the JSON of the result.
    enum Work: Sendable {
        /// Before the next request of the connection begins.
        case query(@Sendable (Client, JSONValue) async throws -> String)
        /// Beside later requests: it waits for something.
        case wait(@Sendable (Client, JSONValue) async throws -> String)
        /// In its turn among the requests for the same window.
        case turn(Turn)
    }

    typealias Turn = @Sendable (Client, OpenWindow, JSONValue) async throws -> String

    let name: String
    let text: String
    let parameters: [(name: String, schema: Schema, isRequired: Bool)]
    let result: Schema
    let work: Work

    /// A request for this method as it waits to be carried out: with the parameters that the method has.
    func waiting(_ request: Request) -> Request {
        request.keeping(
            parameters.map(\.name),
            lists: parameters.filter { $0.schema.isList }.map(\.name)
        )
    }

    /// A method that is done before the next request begins.
    static func query<each Value: Sendable, Result>(
        _ name: String,
        _ text: String,
        _ parameters: repeat Parameter<each Value>,
        result: Shape<Result>,
        _ body: @escaping @Sendable (Client, repeat each Value) async throws -> Result
    ) -> Method {
        answering(name, text, repeat each parameters, result: result, as: Work.query, body)
    }

    /// A method that waits beside later requests.
    static func wait<each Value: Sendable, Result>(
        _ name: String,
        _ text: String,
        _ parameters: repeat Parameter<each Value>,
        result: Shape<Result>,
        _ body: @escaping @Sendable (Client, repeat each Value) async throws -> Result
    ) -> Method {
        answering(name, text, repeat each parameters, result: result, as: Work.wait, body)
    }

    private static func answering<each Value: Sendable, Result>(
        _ name: String,
        _ text: String,
        _ parameters: repeat Parameter<each Value>,
        result: Shape<Result>,
        as work: (@escaping @Sendable (Client, JSONValue) async throws -> String) -> Work,
        _ body: @escaping @Sendable (Client, repeat each Value) async throws -> Result
    ) -> Method {
        Method(
            name: name,
            text: text,
            parameters: described(repeat each parameters),
            result: result.schema,
            work: work { client, object in
                let value = try await body(client, repeat try (each parameters).value(in: object))
                return result.json(value, client.names).line
            }
        )
    }

    /// A question about a window, which is answered after the acts before it.
    static func look<each Value: Sendable, Result>(
        _ name: String,
        _ text: String,
        _ parameters: repeat Parameter<each Value>,
        result: Shape<Result>,
        _ body: @escaping @Sendable (Client, OpenWindow, repeat each Value) async throws -> Result
    ) -> Method {
        Method(
            name: name,
            text: text,
            parameters: described(window) + described(repeat each parameters) + described(now),
            result: result.schema,
            work: .turn { client, window, object in
                let value = try await body(client, window, repeat try (each parameters).value(in: object))
                return result.json(value, client.names).line
            }
        )
    }

    /// An act of the person in a window; `afterwards` is called when it is done or has failed.
    static func act<each Value: Sendable>(
        _ name: String,
        _ text: String,
        _ parameters: repeat Parameter<each Value>,
        afterwards: (@Sendable (Client, repeat each Value) -> Void)? = nil,
        body: @escaping @Sendable (Client, OpenWindow, repeat each Value) async throws -> UserAction
    ) -> Method {
        Method(
            name: name,
            text: text,
            parameters: described(window) + described(repeat each parameters) + described(now),
            result: Results.events.schema,
            work: .turn { client, window, object in
                let values = (repeat try (each parameters).value(in: object))
                defer { afterwards?(client, repeat each values) }
                try await window.window.act(try await body(client, window, repeat each values))
                return Results.events(window.log.last)
            }
        )
    }

    /// The window that a method is for.
    static let window = Parameter<String>.name("window", "The window, as 'window.open' named it.")

    /// From where on a list is read.
    static let skip = Parameter<Int>.integer(
        "skip",
        0...Int(Int32.max),
        "How many of the first are left out: those that the client has; 0 without it."
    ).or(0)

    /// Whether a request waits for those before it.
    static let now = Parameter<Bool>.flag(
        "now",
        "True begins at once, beside earlier requests for the window that are not done; false, or left out, waits for them."
    ).or(false)

    private static func described<each Value>(
        _ parameters: repeat Parameter<each Value>
    ) -> [(name: String, schema: Schema, isRequired: Bool)] {
        var all: [(name: String, schema: Schema, isRequired: Bool)] = []
        for parameter in repeat each parameters { all.append((parameter.name, parameter.schema, parameter.isRequired)) }
        return all
    }
}
