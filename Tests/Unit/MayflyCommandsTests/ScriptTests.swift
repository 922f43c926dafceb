import MayflyCommands
import MayflyModel
import Testing

@Suite struct ScriptTests {
    @Test(arguments: [
        ("tap 3", ScriptStep.tap("3")),
        ("  tap  Put it in  ", .tap("Put it in")),
        ("tap +1", .tap("+1")),
        ("input title Laps of  \"x\" ", .input(id: "title", text: "Laps of  \"x\" ")),
        ("input title", .input(id: "title", text: "")),
        ("style expanded", .style(.expanded)), ("swipe left", .swipe(.left)), ("swipe  right ", .swipe(.right)),
        ("type  two spaces first", .type(" two spaces first")),
        ("type # no comment", .type("# no comment")),
        ("send", .send), ("cancel ", .cancel), ("dismiss", .dismiss), ("leave", .leave), ("show", .show),
        ("field", .field), ("drawer ", .drawer), ("open  Burger Poll ", .open("Burger Poll")),
        ("expect view  contains  two  words ", .expect(.text(.view, .contains, "two  words"))),
        ("expect transcript last is last", .expect(.text(.lastRow, .is, "last"))),
        ("expect transcript is last", .expect(.text(.transcript, .is, "last"))),
        ("expect field line x", .expect(.text(.field, .line, "x"))),
        ("expect log lacks x", .expect(.text(.log, .lacks, "x"))),
        ("expect receipt cause memory", .expect(.receipt(.cause, "memory"))),
        ("expect receipt calls 3", .expect(.receipt(.calls, "3"))),
        ("attach  ~/a photo.png", .attach(path: "~/a photo.png")),
        ("bubble 12", .bubble(12)), ("sticker 1", .sticker(1)), ("wait didReceive", .wait("didReceive")),
    ])
    func understandsEachWord(line: String, step: ScriptStep) throws {
        #expect(try ScriptStep.reading(line) == step)
    }

    @Test(arguments: [
        "tpa 1", "tap", "tap   ", "input", "style", "style big", "style transcript", "swipe", "swipe up",
        "swipe left now", "drawer now", "open", "attach  ", "type", "type ", "send now",
        "bubble",
        "bubble 0", "bubble -1", "bubble +1", "bubble one", "bubble 1 2", "bubble 99999999999999999999", "sticker x",
        "expect", "expect view", "expect view contains", "expect view has x", "expect viwe is x",
        "expect transcript last x y",
        "expect receipt", "expect receipt cause", "expect receipt cause gone", "expect receipt calls -1",
        "expect receipt calls few", "expect receipt color red", "expect receipt cause killed now",
        "wait", "wait for it", "Send", "leave!",
    ])
    func refusesWhatItDoesNotUnderstand(line: String) {
        #expect {
            try ScriptStep.reading(line)
        } throws: { error in
            let error = error as? MayflyError
            let named = "'\(line.split(separator: " ").joined(separator: " "))' is not understood; "
            return error?.code == .invalidScript && error?.message.hasPrefix(named) == true
        }
    }

    @Test func countsLinesThatSayNothing() throws {
        let script = try Script("# first\n\n   \n  # indented\nsend\r\n\r\ntype a\r\nleave")
        #expect(script.lines.map(\.number) == [5, 7, 8])
        #expect(script.lines.map(\.step) == [.send, .type("a"), .leave])
        #expect(script.lines.map(\.text) == ["send", "type a", "leave"])
    }

    @Test func takesOtherSeparatorsForText() throws {
        let script = try Script("type a\u{2028}b\nsend")
        #expect(script.lines.map(\.step) == [.type("a\u{2028}b"), .send])
    }

    @Test func namesTheLineThatIsWrongHoweverLate() throws {
        let error = #expect(throws: MayflyError.self) { try Script("send\n\n# fine\ntpa 1\nsend") }
        let message = try #require(error?.message)
        #expect(message.hasPrefix("script line 4: 'tpa 1' is not understood; "))
    }

    @Test func showsNoControlCharactersOfTheScript() throws {
        let error = #expect(throws: MayflyError.self) { try Script("bell\u{1B}[2J\u{07}") }
        #expect(try #require(error?.message).contains("'bell\\u{1B}[2J\\u{7}'"))
    }

    @Test func keepsTheKindOfAStepsFailure() {
        let failure = Script.failure(MayflyError(.extensionCrashed, "it crashed"), line: 3)
        #expect(failure.code == .extensionCrashed)
        #expect(failure.message == "script line 3: it crashed")
    }
}
