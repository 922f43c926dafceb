import CMayfly
import Synchronization
import Testing

@testable import MayflyExtension

/// The arguments of calls, as the functions of the host get them.
@Suite struct CallArgumentTests {
    private func withConversation(_ body: (Conversation, FakeHost) throws -> Void) throws {
        let host = FakeHost()
        defer { host.end() }
        var conversation = mayfly_conversation()
        conversation.size = statedSize(mayfly_conversation.self)
        try body(try #require(Conversation(&conversation, host: HostConnection(host.pointer))), host)
    }

    @Test func textComesToTheFunctionThatWasCalled() throws {
        try withConversation { conversation, host in
            try conversation.insertText("staged, ü")
            try conversation.sendText("sent, ü")
            try conversation.sendText("")
            #expect(host.calls == ["insert_text 'staged, ü'", "send_text 'sent, ü'", "send_text ''"])
        }
    }

    @Test func aFileComesWithTheNameThatIsShownOrWithNone() throws {
        try withConversation { conversation, host in
            try conversation.insertAttachment("/a/one.png", alternateFilename: "first.png")
            try conversation.insertAttachment("/a/two.png")
            try conversation.sendAttachment("/b/three.png", alternateFilename: "third.png")
            try conversation.sendAttachment("/b/four.png")
            #expect(
                host.calls == [
                    "insert_attachment '/a/one.png' 'first.png'", "insert_attachment '/a/two.png' -",
                    "send_attachment '/b/three.png' 'third.png'", "send_attachment '/b/four.png' -",
                ]
            )
        }
    }

    @Test func eachOfThemIsAnsweredOnce() throws {
        try withConversation { conversation, host in
            let answered = Answered()
            try conversation.insertText("a") { _ in answered.add("insert text") }
            try conversation.sendText("b") { _ in answered.add("send text") }
            try conversation.insertAttachment("/c") { _ in answered.add("insert attachment") }
            try conversation.sendAttachment("/d") { _ in answered.add("send attachment") }
            #expect(answered.names.isEmpty)
            host.complete(times: 2)
            #expect(answered.names == ["insert text", "send text", "insert attachment", "send attachment"])
        }
    }

    @Test func aStickerBrowserIsRegularUnlessASizeIsGiven() throws {
        try withConversation { conversation, host in
            conversation.host.presentStickerBrowser()
            for size in [StickerSize.small, .regular, .large] { conversation.host.presentStickerBrowser(size: size) }
            #expect(host.calls == [1, 0, 1, 2].map { "present_sticker_browser \($0)" })
        }
    }

    private final class Answered: Sendable {
        private let list = Mutex<[String]>([])

        var names: [String] { list.withLock(\.self) }

        func add(_ name: String) { list.withLock { $0.append(name) } }
    }
}
