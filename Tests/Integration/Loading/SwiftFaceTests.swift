import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The calls of the Swift face, made by a real plugin in a real worker.
@Suite struct SwiftFaceTests {
    @Test func everyKindOfContentIsStagedAndAnswered() async throws {
        try await SwiftFace.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(SwiftFace.id))
                for kind in ["message", "sticker", "text", "attachment"] {
                    try await window.tap(.typed("insert \(kind)"))
                }
                #expect(
                    trace.said == ["message", "sticker", "text", "attachment"].map { "answered insert \($0) fine" }
                )
                let staged = await window.draft.itemsToSend.map(\.brief)
                #expect(staged == ["from Swift", "sticker a cup", "file shown.png", "words"])
                #expect(await window.draft.message?.message?.layout?.image?.type == .png)
                try await window.send()
                #expect(trace.said.last == "sending from Swift true")
            }
            #expect(try test.rows(of: "bob").count == 4)
        }
    }

    @Test func theSettingsAreRead() async throws {
        try await SwiftFace.with { test in
            let (trace, id) = (Trace(), try test.bundle(SwiftFace.id).id)
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(SwiftFace.id))
                try await window.tap("read settings")
                try test.host.setSetting("sound", of: id, on: "alice", to: .toggle(true))
                await trace.wait(for: { if case .log(_, _, "settings changed") = $0 { true } else { false } })
                try await window.tap("read settings")
            }
            #expect(trace.said == ["settings sound=false", "settings changed", "settings sound=true"])
        }
    }

    @Test func anImageFromMemoryIsStaged() async throws {
        try await SwiftFace.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(SwiftFace.id))
                try await window.tap("insert memory")
                #expect(trace.said == ["answered insert memory fine"])
                let image = try #require(await window.draft.message?.message?.layout?.image)
                #expect(image.type == .gif && image.pixelSize == .init(width: 1, height: 1) && image.byteCount == 35)
            }
        }
    }

    @Test func aRefusalComesToTheCompletionWithItsListAndNumber() async throws {
        try await SwiftFace.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(SwiftFace.id))
                try await window.tap("insert nothing")
                for kind in ["message", "sticker", "text", "attachment"] {
                    try await window.tap(.typed("send \(kind)"))
                }
                #expect(
                    trace.said == [
                        "answered insert nothing messages 1", "answered send message messages 1000",
                        "answered send sticker messages 1000", "answered send text messages 1000",
                        "answered send attachment messages 1000",
                    ]
                )
                // What came over the border, of the calls that no field shows.
                #expect(trace.arguments(of: "sendText")?["text"] == .text("words to send"))
                let attachment = try #require(trace.arguments(of: "sendAttachment"))
                let picture = try #require(trace.arguments(of: "sendSticker")?["sticker"]["file"])
                #expect(attachment["file"] == picture && picture != .null)
                #expect(attachment["alternate_filename"] == .text("sent.png"))
                #expect(await window.draft.isEmpty)
                #expect(try test.rows(of: "bob").isEmpty)
            }
        }
    }

    @Test func whatNeedsAPermissionIsAskedAndAnswered() async throws {
        let server = try LoopbackServer()
        let picture = try Data(contentsOf: URL(filePath: "\(Samples.iceCream)/Resources/cup-none-none.png"))
        let provider = TestProvider(.picture(Array(picture)))
        try await SwiftFace.with(providers: provider.everywhere) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace, showsQuestions: true, showsPayments: true) { window in
                try await window.open(test.bundle(SwiftFace.id))
                var sheets = 0
                func press(_ button: String) async throws {
                    try await window.tap(.id(button))
                    if await window.question != nil { try await window.answer(.always) }
                    if button == "buy" || button == "pay" {
                        let number = sheets + 1
                        sheets = number
                        await trace.wait(for: {
                            if case .payment(let sheet) = $0 { sheet.number == number } else { false }
                        })
                        try await window.answerPayment(number, .pay)
                    }
                    await trace.wait(for: { $0.isLog { $0.hasPrefix("answered \(button) ") } })
                }
                try await press("photo")
                try await press("camera")
                provider.answerWith(.picture(nil))
                try await press("products")
                try await press("owned")
                provider.answerWith(.outcome(.done(receipt: Array("signed".utf8))))
                try await press("buy")
                try await press("pay")
                try await window.changeStyle(to: .expanded)
                try await window.input("url", server.url("/echo"))
                try await press("fetch")
                let answered = trace.said.filter { $0.hasPrefix("answered ") }
                #expect(
                    answered.dropLast() == [
                        "answered photo file", "answered camera file", "answered products theme Dark 199 EUR",
                        "answered owned none", "answered buy done signed", "answered pay done signed",
                    ]
                )
                // The server answers with what it was sent.
                let echo = try #require(answered.last)
                #expect(echo.hasPrefix("answered fetch 200 second ") && echo.contains(#""body": "e4""#))
                #expect(provider.asked.suffix(2) == ["buy theme EUR 1.99", "pay GBP 450 A round of tea"])
            }
        }
        let request = try #require(try server.stop().first)
        #expect(request["method"] as? String == "PUT" && request["body"] as? String == "e4")
        let headers = try #require(request["headers"] as? [String: String])
        #expect(headers["x-game"] == "chess" && headers["x-move"] == "1")
    }

    @Test func whatIsNotThereIsTold() async throws {
        try await SwiftFace.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace, showsQuestions: true) { window in
                try await window.open(test.bundle(SwiftFace.id))
                for button in ["photo", "camera", "products", "owned", "buy", "pay"] {
                    try await window.tap(.id(button))
                }
                #expect(
                    trace.said.filter { $0.hasPrefix("answered ") } == [
                        "answered photo error 1016", "answered camera error 1016", "answered products error 1016",
                        "answered owned error 1016", "answered buy unavailable", "answered pay unavailable",
                    ]
                )
            }
        }
    }

    @Test func theBrowserShowsItsStickersAndShowsThemAnew() async throws {
        try await SwiftFace.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(SwiftFace.id))
                try await window.tap("browse")
                #expect(try await Self.browser(in: window).size == .regular)
                #expect(try await Self.browser(in: window).cells.map { $0?.description } == ["first", nil, "last"])
                try await window.tapSticker(3)
                #expect(await window.draft.media.map(\.brief) == ["sticker last"])
                try await window.changeStyle(to: .expanded)
                #expect(try await Self.browser(in: window).size == .regular)
                #expect(try await Self.browser(in: window).cells.map { $0?.description } == ["only"])
                try await window.changeStyle(to: .compact)
                #expect(try await Self.browser(in: window).size == .large)
                #expect(trace.lines.filter { $0.hasPrefix("call ") && $0.contains("error") }.isEmpty)
            }
        }
    }

    @Test func asksForAStyleAndLeaves() async throws {
        try await SwiftFace.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(SwiftFace.id))
                try await window.tap("expand")
                #expect(await window.style == .expanded)
                #expect(trace.said == ["style 1"])
                try await window.tap("dismiss")
                #expect(await window.openExtension == nil)
            }
        }
    }

    private static func browser(in window: ConversationWindow) async throws -> StickerBrowser {
        let view = await window.view
        guard case .stickers(let browser) = view else {
            throw MayflyError(.notPossibleNow, "no browser is shown")
        }
        return browser
    }
}

extension HostEvent {
    fileprivate func isLog(_ isIt: (String) -> Bool) -> Bool {
        if case .log(_, _, let line) = self { isIt(line) } else { false }
    }
}

extension Trace {
    /// The arguments of the newest call of that function.
    fileprivate func arguments(of function: String) -> JSONValue? {
        events.lazy.compactMap { event -> JSONValue? in
            if case .call(_, function, let arguments, _) = event { arguments } else { nil }
        }.last
    }
}
