import MayflyModel
import Testing

@Suite struct JSONWritingTests {
    @Test func writesMembersInOrderOrSorted() {
        let value = JSONValue.object(["b": .object(["d": .null, "c": .optional(7)]), "a": .texts(["x"])])
        #expect(value.line == #"{"b":{"d":null,"c":7},"a":["x"]}"#)
        #expect(value.sortedLine == #"{"a":["x"],"b":{"c":7,"d":null}}"#)
    }

    @Test func escapesWhatCouldDisturbATerminal() {
        let text = JSONValue.text("é\n\u{1B}[2J\u{2028}\u{202E}\u{E0001}/\"\\\u{7F}🍦\r\n").line
        #expect(text == #""é\n\u001b[2J\u2028\u202e\udb40\udc01/\"\\\u007f🍦\r\n""#)
    }

    @Test func findsMembersByName() {
        let value = JSONValue.object(["a": .object(["b": .boolean(true)]), "n": .optional(nil as String?)])
        #expect(value["a"]["b"] == .boolean(true))
        #expect(value["n"] == .null && value["a"]["x"]["y"] == .null && JSONValue.list([])["a"] == .null)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func readsBackWhatItWrote(seed: UInt64) throws {
        var maker = RandomJSON(seed: seed)
        let value = maker.value(depth: 5)
        let reader = JSONReader(maximumBytes: .max, maximumDepth: 5)
        #expect(try reader.value(of: value.line) == value)
        #expect(!value.line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        let sorted = try reader.value(of: value.sortedLine)
        #expect(sorted.line == value.sortedLine)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func readsOrRefusesDamagedText(seed: UInt64) throws {
        var maker = RandomJSON(seed: seed)
        var bytes = Array(maker.value(depth: 5).line.utf8)
        for _ in 0..<3 {
            bytes[Int(maker.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: maker.next())
        }
        let reader = JSONReader(maximumBytes: .max, maximumDepth: 6)
        guard let value = try? reader.value(of: bytes) else { return }
        #expect(try reader.value(of: value.line) == value)
    }
}

/// A generator of values that is deterministic for a seed.
private struct RandomJSON {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    mutating func value(depth: Int) -> JSONValue {
        switch next() % (depth > 0 ? 8 : 4) {
        case 0: [.null, .boolean(true), .boolean(false)][Int(next() % 3)]
        case 1: number()
        case 2, 3: .text(text())
        case 4, 5: .list((0..<next() % 6).map { _ in value(depth: depth - 1) })
        default: object(depth: depth)
        }
    }

    /// All names differ; some objects are so large that the reader uses a set of names.
    private mutating func object(depth: Int) -> JSONValue {
        let count = next() % 10 == 0 ? 40 : next() % 6
        return .object((0..<count).map { JSONValue.Member("\(text())#\($0)", value(depth: count > 6 ? 0 : depth - 1)) })
    }

    private mutating func number() -> JSONValue {
        let whole = (0..<next() % 25).reduce("\(1 + next() % 9)") { digits, _ in digits + "\(next() % 10)" }
        let fraction = next() % 2 == 0 ? "" : ".\(next())0"
        let exponent = ["", "e5", "E+400", "e-07"][Int(next() % 4)]
        return JSONNumber((next() % 2 == 0 ? "-" : "") + whole + fraction + exponent).map(JSONValue.number) ?? .null
    }

    private mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<next() % 12 {
            let ranges: [Range<UInt32>] = [0..<0x20, 0x20..<0x7F, 0x7F..<0x300, 0x2000..<0x2070, 0x1F300..<0x1F600]
            let range = ranges[Int(next() % UInt64(ranges.count))]
            if let scalar = Unicode.Scalar(range.lowerBound + UInt32(next() % UInt64(range.count))) {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
