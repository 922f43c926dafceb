import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyProtocol
import MayflyStore
import MayflyViews
import Testing

@Suite struct EventLineTests {
    let samples: Samples

    init() throws { samples = try Samples() }

    private func line(_ event: HostEvent) -> String { Shapes.event.json(event, samples.names).line }

    @Test func writesProcessSteps() {
        #expect(
            line(.process(samples.tally, .spawned, id: 42))
                == #"{"event":"process","extension":"org.mayfly.tally","state":"spawned","pid":42}"#
        )
        #expect(line(.process(samples.tally, .reaped, id: nil)).hasSuffix(#""state":"reaped","pid":null}"#))
    }

    @Test func writesCallbacksAndCallsByTheirNames() {
        let arguments = JSONValue.object(["style": .number(1)])
        #expect(
            line(.callback(samples.tally, name: "willTransition", arguments: arguments))
                == #"{"event":"callback","extension":"org.mayfly.tally","name":"willTransition","arguments":{"style":1}}"#
        )
        let refused = MessageError(.urlExceedsMaxSize, "5,001 characters")
        #expect(
            line(.call(samples.tally, name: "insertMessage", arguments: .null, error: refused))
                .hasSuffix(
                    #""arguments":null,"error":{"domain":"messages","code":8,"message":"5,001 characters"}}"#
                )
        )
        #expect(line(.call(samples.tally, name: "dismiss", arguments: .null, error: nil)).hasSuffix(#""error":null}"#))
        let ofStickers = MessageError(.stickerImproperSize, "too large", domain: .stickers)
        #expect(
            line(.call(samples.tally, name: "supplySticker", arguments: .null, error: ofStickers))
                .contains(#"{"domain":"stickers","code":6,"#)
        )
    }

    @Test func writesTheInputField() {
        var state = ConversationState()
        let item = samples.count(3, by: samples.alice, in: SessionID())
        state.apply(.staged(item))
        state.apply(.typed("hello", by: samples.alice))
        let event = Shapes.event.json(.draft(state.draft), samples.names)
        #expect(event["event"] == .text("draft"))
        #expect(event["id"] == .text(state.draft.id.description))
        #expect(event["message"]["id"] == .text(item.id.description))
        #expect(event["message"]["lines"] == .list([.text("[Tally] Laps: 3")]))
        #expect(event["message"]["summary"] == .text("alice counted 3"))
        #expect(event["text"] == .text("hello"))
        #expect(
            line(.draft(Draft()))
                == #"{"event":"draft","id":"00000000-0000-0000-0000-000000000000","message":null,"media":[],"media_count":0,"text":""}"#
        )
    }

    @Test func writesTheTranscriptWithItsSummaryLines() {
        var state = ConversationState()
        let session = SessionID()
        state.apply(.received(samples.count(1, by: samples.bob, in: session)))
        let second = samples.count(2, by: samples.alice, in: session)
        state.apply(.sent([second]))
        let event = Shapes.event.json(.transcript(TranscriptPage(state.transcript)), samples.names)
        guard case .list(let rows) = event["entries"], rows.count == 2 else {
            Issue.record("two rows, not \(event.line)")
            return
        }
        #expect(rows[0]["kind"] == .text("summary"))
        #expect(rows[0]["number"] == .number(1))
        #expect(rows[0]["text"] == .text("bob counted 1"))
        #expect(rows[1]["kind"] == .text("message"))
        #expect(rows[1]["id"] == .text(second.id.description))
        #expect(rows[1]["sender"] == .text("alice"))
        #expect(rows[1]["session"] == .text(session.description))
        #expect(rows[1]["delivery"] == .text("sending"))
    }

    /// All of it is in `text`.
    @Test(arguments: ["\n", "a"]) func writesALongTextOnce(filler: String) {
        let text = "beginning" + String(repeating: filler, count: 1_000_000) + "end"
        var state = ConversationState()
        state.apply(.received(samples.text(text, by: samples.bob)))
        let event = Shapes.event.json(.transcript(TranscriptPage(state.transcript)), samples.names)
        guard case .list(let rows) = event["entries"], let row = rows.first, case .list(let lines) = row["lines"] else {
            Issue.record("no lines")
            return
        }
        #expect(row["text"] == .text(text))
        #expect(row["lines"].line.utf8.count < 20_000)
        #expect(lines.first?.line.hasPrefix("\"beginning") == true && lines.last?.line.hasSuffix("end\"") == true)
        #expect(lines.contains { $0.line.hasSuffix(" characters of this text are only in 'text')\"") })
    }

    @Test func writesCardsWithTheirControls() throws {
        let card = try Card(
            json: #"""
                {"type":"AdaptiveCard","version":"1.5",
                 "body":[{"type":"TextBlock","text":"Hi"},{"type":"Input.Toggle","id":"loud","title":"Loud"}],
                 "actions":[{"type":"Action.Submit","id":"go","title":"Go"}]}
                """#
        )
        let event = Shapes.event.json(
            .view(samples.tally, style: .expanded, .card(card, CardInputs(card))),
            samples.names
        )
        #expect(event["style"] == .text("expanded"))
        #expect(event["kind"] == .text("card"))
        #expect(event["inputs"] == .object(["loud": .text("false")]))
        #expect(
            event["controls"].line
                == #"[{"number":1,"id":"loud","title":"Loud","kind":"toggle"},{"number":2,"id":"go","title":"Go","kind":"submit"}]"#
        )
        #expect(event["lines"].line.contains("Hi"))
    }

    @Test func writesStickersAndEmptyCells() throws {
        let browser = StickerBrowser(size: .large, cells: [try samples.sticker("a smile"), nil])
        let event = Shapes.event.json(.view(samples.tally, style: .compact, .stickers(browser)), samples.names)
        #expect(event["size"] == .text("large"))
        guard case .list(let cells) = event["stickers"], cells.count == 2 else {
            Issue.record("two cells, not \(event.line)")
            return
        }
        #expect(cells[0]["description"] == .text("a smile"))
        #expect(cells[0]["file"]["width"] == .number(300))
        #expect(cells[1]["file"] == .null)
    }

    @Test func keepsALineALineWhateverTheExtensionWrote() {
        let text = line(.log(samples.tally, .warning, "a\nb\u{1B}[2J\u{2028}\"\\"))
        #expect(text.unicodeScalars.allSatisfy { (" "..."~").contains($0) })
        #expect(text.hasSuffix(#""level":"warning","line":"a\nb\u001b[2J\u2028\"\\"}"#))
        #expect(line(.log(nil, .info, "x")).contains(#""extension":null"#))
    }

    @Test func writesTheKeyboard() {
        #expect(line(.keyboard(isShown: true)) == #"{"event":"keyboard","shown":true}"#)
    }
}
