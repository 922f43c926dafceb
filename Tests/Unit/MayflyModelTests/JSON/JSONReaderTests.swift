import MayflyModel
import Testing

@Suite struct JSONReaderTests {
    private let reader = JSONReader(maximumBytes: 256 * 1024, maximumDepth: 64)

    private func failure(_ bytes: [UInt8]) -> JSONError? {
        do throws(JSONError) {
            _ = try reader.value(of: bytes)
            return nil
        } catch {
            return error
        }
    }

    private func failure(_ text: String) -> JSONError? { failure(Array(text.utf8)) }

    private func complaint(_ error: JSONError?) -> String? {
        guard case .malformed(let reason, _, _)? = error else { return nil }
        return reason
    }

    @Test func readsEveryKindOfValue() throws {
        let value = try reader.value(
            of: " {\"a\": [1, -25, 0], \"b\": {}, \"c\": [true, false, null], \"\": \"x\"}\r\n"
        )
        #expect(
            value
                == .object([
                    "a": .list([.number(1), .number(-25), .number(0)]), "b": .object([]),
                    "c": .list([.boolean(true), .boolean(false), .null]), "": .text("x"),
                ])
        )
    }

    /// Values inside of others count, also the empty ones.
    @Test func refusesMoreValuesThanItsLimit() throws {
        let reader = JSONReader(maximumBytes: 1 << 20, maximumDepth: 8, maximumValues: 6)
        _ = try reader.value(of: #"{"a":[0,[]],"b":"x"}"#)
        #expect(throws: JSONError.tooMany(limit: 6)) { try reader.value(of: #"{"a":[0,[]],"b":["x"],"c":1}"#) }
        #expect("\(JSONError.tooMany(limit: 6))" == "JSON of more than 6 values")
    }

    @Test func refusesLongNames() throws {
        let name = String(repeating: "é", count: 128)
        #expect(try reader.value(of: "{\"\(name)\":1}")[name] == .number(1))
        #expect(
            failure("{\"a\":{\n \"\(name)x\":1}}")
                == .malformed(reason: "a key has 257 bytes; at most 256 are allowed", line: 2, column: 2)
        )
    }

    @Test func keepsTheOrderOfMembers() throws {
        guard case .object(let members) = try reader.value(of: #"{"z":1,"a":2,"m":3}"#) else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["z", "a", "m"])
    }

    @Test func readsEscapesAndSurrogatePairs() throws {
        let text = #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é\u0000""#
        #expect(try reader.value(of: text) == .text("\"\\/\u{8}\u{C}\n\r\té😀é\u{0}"))
        #expect(
            try reader.value(of: #""\uD800\uDC00\uDBFF\uDFFF\uD7FF\uE000""#)
                == .text("\u{10000}\u{10FFFF}\u{D7FF}\u{E000}")
        )
    }

    @Test func passesOverAByteOrderMark() throws {
        #expect(try reader.value(of: [0xEF, 0xBB, 0xBF, 0x31]) == .number(1))
        #expect(failure([0xEF, 0xBB, 0x31]) == .malformed(reason: "expected a value", line: 1, column: 1))
        #expect(failure("\u{FEFF}\u{FEFF}1") == .malformed(reason: "expected a value", line: 1, column: 4))
    }

    @Test(
        arguments: [
            "", " ", "{", "[1,]", #"{"a":1,}"#, "{a:1}", #"{"a" 1}"#, "01", "1.", "-", "1e", "+1", ".5", "NaN", "1e+",
            "tru", "nul", "falsy", #"""#, #""\x""#, #""\u12""#, #""\u+123""#, #""\uD800""#, #""\uD800\u0041""#,
            #""\uDC00""#, #""\uD800\n""#, #""\uD800\uD800""#, #""\uDC00\uD800""#, #""\"#, #""\u"#, #""\uD800\u"#,
            "\"\u{1}\"", "\"\n\"", "1 2", "// c\n1", #"{"a":1,"a":2}"#, "[1\u{B}]", "[1}", #"{"a":1]"#, "]", "\u{0}1",
        ]
    )
    func refuses(text: String) throws {
        let reason = try #require(complaint(failure(text)))
        #expect(!reason.isEmpty)
    }

    @Test(
        arguments: [
            [0xC3, 0x28], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xE2, 0x82],
        ] as [[UInt8]]
    )
    func refusesTextThatIsNotUTF8(bytes: [UInt8]) {
        #expect(complaint(failure([0x22] + bytes + [0x22])) == "the text is not UTF-8")
    }

    @Test func countsLinesAndColumnsFromOne() {
        #expect(failure("[1,\n  2,\n   x]") == .malformed(reason: "expected a value", line: 3, column: 4))
        #expect(failure("x") == .malformed(reason: "expected a value", line: 1, column: 1))
        #expect(
            failure("{\n\"a\":1,\n \"a\":2}") == .malformed(reason: "the key 'a' is there twice", line: 3, column: 2)
        )
        #expect(failure("x")?.description == "not JSON: line 1, column 1: expected a value")
    }

    @Test func refusesASecondNameAmongThousands() throws {
        let members = (0..<10_000).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(try reader.value(of: "{\(members)}")["9999"] == .number(0))
        #expect(complaint(failure("{\(members),\"\(5)\":0}")) == "the key '5' is there twice")
    }

    @Test func countsNamesOfOneNormalFormAsOne() {
        #expect(complaint(failure(#"{"\u00e9":1,"e\u0301":2}"#))?.hasSuffix("is there twice") == true)
    }

    @Test func quotesNamesSafely() {
        let name = #"\u001b[2J"# + String(repeating: "x", count: 200)
        let reason = complaint(failure(#"{"\#(name)":1,"\#(name)":1}"#)) ?? ""
        #expect(reason.hasPrefix(#"the key '\u{1B}[2Jx"#) && reason.count < 120)
    }

    @Test(arguments: ["[", #"{"a":"#])
    func refusesHundredThousandLevels(level: String) {
        let reader = JSONReader(maximumBytes: .max, maximumDepth: .max)
        #expect(failure(String(repeating: level, count: 40_000)) == tooDeep(64, column: 64 * level.utf8.count + 1))
        // The depth is bounded, whatever the caller allows.
        #expect(throws: tooDeep(128, column: 128 * level.utf8.count + 1)) {
            try reader.value(of: String(repeating: level, count: 100_000))
        }
    }

    private func tooDeep(_ limit: Int, column: Int) -> JSONError { .tooDeep(limit: limit, line: 1, column: column) }

    @Test func takesExactlyTheAllowedDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        }
        let reader = JSONReader(maximumBytes: 100, maximumDepth: 3)
        #expect(try reader.value(of: nested(3)).line == nested(3))
        #expect(throws: tooDeep(3, column: 4)) { try reader.value(of: nested(4)) }
        #expect(try reader.value(of: "[[[]],{},[[]]]").line == "[[[]],{},[[]]]")
        #expect(try JSONReader(maximumBytes: 100, maximumDepth: 0).value(of: "7") == .number(7))
    }

    @Test func takesExactlyTheAllowedSize() throws {
        let reader = JSONReader(maximumBytes: 4, maximumDepth: 1)
        #expect(try reader.value(of: "1234") == .number(1234))
        #expect(throws: JSONError.tooLarge(bytes: 5, limit: 4)) { try reader.value(of: "12345") }
        #expect(throws: JSONError.tooLarge(bytes: 5, limit: 4)) {
            try reader.value(of: [UInt8](repeating: 0, count: 5))
        }
    }
}
