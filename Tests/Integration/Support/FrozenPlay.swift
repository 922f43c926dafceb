import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// What people do so that a frozen plugin calls each host function and is told of each callback.
struct FrozenPlay: Sendable {
    let plugin: FrozenPlugin
    let provider: TestProvider
    let server: String
    let trace = Trace()

    func run(_ test: TestHost) async throws {
        try await test.window(as: "alice", trace: trace, showsQuestions: true, showsPayments: true) { window in
            try await window.open(test.bundle(plugin.id))
            try await give(window)
            try await askForServices(window)
            try await window.changeStyle(to: .expanded)
            try await fetch(window)
            try await send(test, window)
            try await beTold(test, window)
            try await leave(test, window)
        }
    }

    /// What goes into the field, or is refused to be sent, and what the worker answers itself.
    private func give(_ window: ConversationWindow) async throws {
        for kind in ["sticker", "text", "attachment", "message"] { try await press("insert_\(kind)", window) }
        let staged = await window.draft.itemsToSend.map(\.brief)
        #expect(staged == ["caption", "sticker a cup", "file shown.png", "words"], "\(trace.said)")
        for kind in ["sticker", "text", "attachment", "message"] { try await press("send_\(kind)", window) }
        try await window.clearField()
        for name in ["make_session", "private_folder", "read_session", "get_state", "put_state", "get_state"] {
            try await press(name, window)
        }
        try await press("read_settings", window)
    }

    private func askForServices(_ window: ConversationWindow) async throws {
        for name in ["choose_photo", "take_picture"] { try await ask(name, window) }
        provider.answerWith(.outcome(.done(receipt: Array("signed".utf8))))
        try await ask("list_products", window)
        for (number, name) in ["buy_product", "request_payment"].enumerated() {
            try await window.tap(.id(name))
            if await window.question != nil { try await window.answer(.always) }
            await trace.wait(for: { if case .payment(let sheet) = $0 { sheet.number == number + 1 } else { false } })
            try await window.answerPayment(number + 1, .pay)
            await waitForLine("answered \(name) ")
        }
        try await ask("owned_products", window)
    }

    private func fetch(_ window: ConversationWindow) async throws {
        try await window.input("value", server)
        try await ask("fetch", window)
    }

    /// A message of its own, which is taken back, sent, and tapped.
    private func send(_ test: TestHost, _ window: ConversationWindow) async throws {
        try await press("insert_message", window)
        try await window.cancelMessage()
        try await press("insert_message", window)
        try await window.send()
        let own = await window.transcript.numbered.last { $0.entry.item?.message != nil }
        try await window.tapBubble(try #require(own).number)
        try await press("read_session", window)
    }

    /// What others do, and the machine.
    private func beTold(_ test: TestHost, _ window: ConversationWindow) async throws {
        try await test.window(as: "bob") { other in
            try await other.open(test.bundle(plugin.id))
            try await other.tap("insert_message")
            try await other.send()
        }
        await waitForLine("told did_receive ")
        try test.host.setSetting("sound", of: try test.bundle(plugin.id).id, on: "alice", to: .toggle(true))
        await waitForLine("told did_change_settings")
        try await press("read_settings", window)
        try await window.swipe(.left)
        try await window.input("value", "220")
        try await press("hoard", window)
        await waitForLine("told did_receive_memory_warning")
        try await window.changeStyle(to: .compact)
        try await press("request_presentation_style", window)
        #expect(await window.style == .expanded)
    }

    /// The browser of stickers takes the place of the buttons; the plugin is opened anew to close itself.
    private func leave(_ test: TestHost, _ window: ConversationWindow) async throws {
        try await press("present_sticker_browser", window)
        if case .stickers(let browser) = await window.view {
            #expect(browser.size == .large && browser.cells.map { $0?.description } == ["first", nil])
        } else {
            Issue.record("no browser is shown")
        }
        try await window.closeExtension()
        try await window.open(test.bundle(plugin.id))
        try await press("dismiss", window)
        #expect(await window.openExtension == nil)
    }

    private func press(_ name: String, _ window: ConversationWindow) async throws {
        try await window.tap(.id(name))
    }

    /// Presses, lets the extension do what it asks for, and waits for its answer.
    private func ask(_ name: String, _ window: ConversationWindow) async throws {
        try await press(name, window)
        if await window.question != nil { try await window.answer(.always) }
        await waitForLine("answered \(name) ")
    }

    private func waitForLine(_ start: String) async {
        await trace.wait(for: { if case .log(_, _, let line) = $0 { line.hasPrefix(start) } else { false } })
    }
}
