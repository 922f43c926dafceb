import MayflyBundles
import MayflyHost
import MayflyModel
import MayflyViews

@main struct Chat {
    static func main() async throws {
        let home = HomeFolder(path: CommandLine.arguments[1])
        let host = try ExtensionHost(home: home)
        if try host.conversations().isEmpty {
            try host.createDevice("alice")
            try host.createDevice("bob")
            try host.createConversation("chat", with: ["alice", "bob"])
        }
        do {
            let tally = try host.catalog().find("org.mayfly.tally")
            try await host.withWindow(on: "chat", as: "alice", observer: show) { window in
                try await count(with: tally, in: window)
            }
        } catch let error as MayflyError where error.code == .extensionCrashed {
            print("the extension crashed: \(error)")
        }
        // What bob's device shows now.
        let (transcript, _) = try host.look(at: "chat", as: "bob")
        let people = try host.people()
        for entry in transcript.entries { print(BubbleText(entry, name: people.name(of:)).line) }
        for line in await host.endHelpers() { print(line) }
    }

    /// What alice does: she counts one, and sends the count.
    static func count(with tally: ExtensionBundle, in window: ConversationWindow) async throws {
        try await window.open(tally)
        try await window.tap(.id("plus"))
        try await window.tap(.title("Put it in the message"))
        try await window.send(window.draft.id)
    }

    /// Called with all events in order. A real app passes them to its main actor and redraws.
    @Sendable static func show(_ event: HostEvent) {
        switch event {
        case .view(let id, let style, .card(let card, let inputs)):
            print("\(id) in \(style.name) style shows:")
            for line in CardPrinter(style: style).lines(of: card, inputs: inputs) { print("  \(line)") }
        case .view(let id, _, .stickers(let browser)): print("\(id) shows \(browser.cells.count) stickers")
        case .draft(let draft): print("the field has a message: \(draft.message != nil)")
        case .transcript(let page): print("the transcript has \(page.count) entries")
        case .log(_, let level, let line): print("\(level.name): \(line)")
        case .receipt(let id, let end): print("\(id) ended: \(end.cause.name)")
        case .openURL(let url): print("a browser opens \(SafeText.line(url))")
        case .moreTime(let id, let milliseconds, let reason): print("\(id) needs \(milliseconds) ms: \(reason)")
        case .unconfined(let id, let missing): print("the sandbox of \(id) lacks \(missing.count) layers")
        default: break
        }
    }
}
