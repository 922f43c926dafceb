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

    /// A client that draws views need not look at the window to know of which kind it is.
    @Test func ofALargeViewItsKindAndItsStyleAreTold() {
        func view(of bytes: Int) -> JSONValue {
            .object([
                "event": .text("view"), "extension": .text("a.b"), "style": .text("compact"), "kind": .text("card"),
                "lines": .texts([String(repeating: "x", count: bytes)]),
            ])
        }
        #expect(view(of: 300_000).eventLine(number: 7).utf8.count > 300_000)
        let members = #""number":7,"event":"view","extension":"a.b","style":"compact","kind":"card""#
        let size = "{\(members),\"lines\":[\"\"]}".utf8.count + 400_000
        #expect(view(of: 400_000).eventLine(number: 7) == "{\(members),\"omitted\":\(size)}")
    }

    /// The view of a window is left out where the rest needs the room; what else is shown never is.
    @Test func aLargeViewLeavesRoomForTheRest() {
        func look(view: Int, rest: Int) -> JSONValue {
            func text(_ bytes: Int) -> JSONValue { .text(String(repeating: "x", count: bytes)) }
            return .object([
                "transcript": text(rest), "view": .object(["style": .text("compact"), "lines": text(view)]),
                "failure": .null,
            ])
        }
        func isTold(_ view: Int, beside rest: Int) -> Bool {
            let bounded = look(view: view, rest: rest).boundingView
            #expect(bounded["transcript"] == look(view: view, rest: rest)["transcript"])
            #expect(bounded.line.utf8.count < ConnectionLimits.line)
            return bounded["view"]["lines"] != .null
        }
        #expect(isTold(300_000, beside: 700_000))
        #expect(!isTold(400_000, beside: 0))
        #expect(!isTold(300_000, beside: 800_000))
        #expect(isTold(60_000, beside: 900_000))
        #expect(!isTold(60_000, beside: 1_000_000))
    }

    @Test func aLargerEventIsNamed() {
        let size = ConnectionLimits.largestEvent + 1
        #expect(
            event(of: size).eventLine(number: 7)
                == #"{"number":7,"event":"omitted","kind":"log","bytes":\#(size)}"#
        )
    }
}
