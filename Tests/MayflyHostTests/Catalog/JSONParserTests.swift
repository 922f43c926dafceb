import Testing

@testable import MayflyHost

@Suite struct JSONParserTests {
    private func parse(_ text: String) throws -> JSONValue { try JSONParser.value(of: Array(text.utf8)) }

    private func failure(_ bytes: [UInt8]) -> JSONSyntaxError? {
        do throws(JSONSyntaxError) {
            _ = try JSONParser.value(of: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func readsEveryKindOfValue() throws {
        let value = try parse(" {\"a\": [1, -2.5e2, 0], \"b\": {}, \"c\": [true, false, null], \"\": \"x\"}\r\n")
        #expect(
            value
                == .object([
                    "a": .list([.number(1), .number(-250), .number(0)]), "b": .object([:]),
                    "c": .list([.bool(true), .bool(false), .null]), "": .text("x"),
                ])
        )
    }

    @Test func readsEscapesAndSurrogatePairs() throws {
        #expect(try parse(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é""#) == .text("\"\\/\u{8}\u{C}\n\r\té😀é"))
    }

    @Test func passesOverAByteOrderMark() throws {
        #expect(try JSONParser.value(of: [0xEF, 0xBB, 0xBF, 0x31]) == .number(1))
    }

    @Test(
        arguments: [
            "", " ", "{", "[1,]", #"{"a":1,}"#, "{a:1}", #"{"a" 1}"#, "01", "1.", "-", "1e", "+1", ".5", "NaN", "1e999",
            "tru", #"""#, #""\x""#, #""\u12""#, #""\u+123""#, #""\uD800""#, #""\uD800\u0041""#, #""\uDC00""#,
            "\"\u{1}\"", "1 2", "// c\n1", #"{"a":1,"a":2}"#, "[1\u{B}]",
        ]
    )
    func refuses(text: String) {
        #expect(failure(Array(text.utf8)) != nil)
    }

    @Test func refusesTextThatIsNotUTF8() {
        #expect(failure([0x22, 0xC3, 0x28, 0x22])?.reason == "the text is not UTF-8")
    }

    @Test func countsLinesAndColumnsFromOne() {
        let third = JSONSyntaxError(reason: "expected a value", line: 3, column: 4)
        #expect(failure(Array("[1,\n  2,\n   x]".utf8)) == third)
        #expect(failure(Array("x".utf8)) == JSONSyntaxError(reason: "expected a value", line: 1, column: 1))
    }

    @Test func refusesDeepNestingInsteadOfRunningOutOfStack() {
        #expect(failure([UInt8](repeating: UInt8(ascii: "["), count: 60_000))?.reason == "nested deeper than 64")
    }
}
