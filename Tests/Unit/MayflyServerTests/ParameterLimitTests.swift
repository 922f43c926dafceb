import MayflyModel
import MayflyRPC
import MayflyTestSupport
import Testing

@testable import MayflyServer

/// How long what a client gives may be.
@Suite struct ParameterLimitTests {
    /// Texts that are as long as a line, because nothing is looked up by them.
    private static let free: Set<String> = ["window.type text", "window.replaceText text", "window.input value"]

    private static func bound(_ schema: JSONValue) -> JSONValue {
        schema["type"] == .text("array") ? schema["items"]["maxLength"] : schema["maxLength"]
    }

    private static func isText(_ schema: JSONValue) -> Bool {
        schema["type"] == .text("string") || schema["items"]["type"] == .text("string")
    }

    /// All parameters of all methods, each with the name of its method before its own.
    private static var parameters: [(name: String, schema: JSONValue)] {
        list(OpenRPC.document["methods"]).flatMap { method in
            list(method["params"]).map { ("\(text(method["name"])) \(text($0["name"]))", $0["schema"]) }
        }
    }

    private static func list(_ value: JSONValue) -> [JSONValue] { if case .list(let all) = value { all } else { [] } }

    private static func text(_ value: JSONValue) -> String { if case .text(let text) = value { text } else { "" } }

    @Test func eachTextThatNamesSomethingHasALimit() {
        let texts = Self.parameters.filter { Self.isText($0.schema) }
        #expect(texts.count > Self.free.count)
        #expect(Set(texts.filter { Self.bound($0.schema) == .null }.map(\.name)) == Self.free)
    }

    @Test func eachListOfTextsHasALimit() {
        for (name, schema) in Self.parameters where schema["items"]["type"] == .text("string") {
            #expect(schema["maxItems"] != .null, "\(name)")
        }
    }

    private static func message(_ parameter: Parameter<some Any>, _ value: JSONValue) -> String? {
        do {
            _ = try parameter.value(in: .object([JSONValue.Member(parameter.name, value)]))
            return nil
        } catch {
            return (error as? RPCError)?.message
        }
    }

    @Test func aNameThatIsTooLongIsTold() {
        let name = Parameter<String>.name("device", "A device.")
        #expect(Self.message(name, .text(String(repeating: "é", count: 512))) == nil)
        #expect(
            Self.message(name, .text(String(repeating: "é", count: 513)))
                == "'device' may have 1024 bytes at most, not 1026"
        )
        let names = Parameter<[String]>.names("devices", most: 2, "Devices.")
        #expect(
            Self.message(names, .texts([String(repeating: "x", count: 1025)]))
                == "'devices' may have 1024 bytes at most, not 1025"
        )
        #expect(Self.message(names, .texts(["a", "b", "c"])) == "'devices' may have 2 names at most, not 3")
    }

    /// Two accents in turn are out of order, and out of order they are compared slowly.
    @Test func accentsOfAChoiceTakeNoMoreTimeThanLetters() {
        let choice = Parameter<Int>.choice("profile", "A profile.", ["full": 1, "watch": 2])
        func time(_ text: String) -> Int {
            let value = JSONValue.text("full" + text)
            return processorTime {
                #expect(Self.message(choice, value)?.hasPrefix("'profile' must be one of full, watch, not '") == true)
            }
        }
        let ordinary = time(String(repeating: "жж", count: 16_384))
        let forged = time(String(repeating: "\u{301}\u{316}", count: 16_384))
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }
}
