import MayflyModel
import MayflyRPC
import Testing

@testable import MayflyServer

/// The lines of events that are as large as a line may be, or larger.
@Suite struct EventLineTests {
    /// An event whose line has so many bytes.
    private func event(of bytes: Int) -> JSONValue {
        func event(_ text: String) -> JSONValue { .object(["event": .text("log"), "line": .text(text)]) }
        let empty = event("").eventLine(number: 7).utf8.count
        return event(String(repeating: "x", count: bytes - empty))
    }

    @Test func theNumberIsTheFirstMember() {
        #expect(JSONValue.object(["event": .text("log")]).eventLine(number: 7) == #"{"number":7,"event":"log"}"#)
    }

    @Test func anEventOfTheLargestSizeIsWhole() {
        let line = event(of: ConnectionLimits.largestEvent).eventLine(number: 7)
        #expect(line.utf8.count == ConnectionLimits.largestEvent)
        #expect(line.hasPrefix(#"{"number":7,"event":"log","line":"xxx"#))
    }

    @Test func aLargerEventIsNamed() {
        let size = ConnectionLimits.largestEvent + 1
        #expect(
            event(of: size).eventLine(number: 7)
                == #"{"number":7,"event":"omitted","kind":"log","bytes":\#(size)}"#
        )
    }
}
