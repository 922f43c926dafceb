import MayflyModel
import MayflyRPC
import MayflyTestSupport
import Testing

/// What is a request, and what of it waits.
@Suite struct RequestTests {
    /// Two accents in turn are out of order, and out of order they are compared slowly.
    private static let accents = String(repeating: "\u{301}\u{316}", count: 16_384)
    private static let letters = String(repeating: "жж", count: 16_384)

    private static func failure(_ line: String) -> RPCError? {
        guard case .failure(let refusal) = Request.read(Array(line.utf8)) else { return nil }
        return refusal.error
    }

    @Test func theNameOfAMethodHasALimit() {
        let name = String(repeating: "m", count: 256)
        #expect(Self.failure(#"{"jsonrpc":"2.0","id":1,"method":"\#(name)"}"#) == nil)
        let refused = Self.failure(#"{"jsonrpc":"2.0","id":1,"method":"\#(name)m"}"#)
        #expect(refused?.message == "'method' may have 256 bytes at most, not 257")
    }

    @Test(
        arguments: [
            { #"{"jsonrpc":"2\#($0)","id":1,"method":"m"}"# }, { #"{"jsonrpc":"2.0","id":1,"method":"m\#($0)"}"# },
        ] as [@Sendable (String) -> String]
    )
    func accentsTakeNoMoreTimeThanLetters(_ line: @Sendable (String) -> String) {
        let (letters, accents) = (Array(line(Self.letters).utf8), Array(line(Self.accents).utf8))
        let ordinary = processorTime { _ = Request.read(letters) }
        let forged = processorTime { _ = Request.read(accents) }
        #expect(forged < 20 * ordinary, "\(forged) ns, and \(ordinary) ns for letters")
    }

    @Test func aLineHasALimitedNumberOfValues() {
        func line(_ count: Int) -> String {
            #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":["#
                + repeatElement("0", count: count).joined(separator: ",")
                + "]}}"
        }
        // The object, its three texts and numbers, the parameters and the list.
        #expect(Self.failure(line(ConnectionLimits.values - 6)) == nil)
        let refused = Self.failure(line(ConnectionLimits.values - 5))
        #expect(refused?.kind == .notJSON)
        #expect(refused?.message == "the line is JSON of more than 4096 values")
    }

    /// What waits is as large as its line at most.
    @Test func ofTheParametersOnlyThoseOfTheMethodWait() throws {
        let line = #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"x","b":[[0]],"c":[1],"d":{"e":1},"f":[2]}}"#
        let request = try Request.read(Array(line.utf8)).get().keeping(["a", "b", "d", "f"], lists: ["f"])
        #expect(request.parameters.line == #"{"a":"x","b":[],"d":{},"f":[2]}"#)
        #expect(request.method == "m" && request.id == .number(1))
    }
}
