import Foundation
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// A callback of the puppet, and what people do to bring it about.
struct CallbackScenario: Sendable {
    /// When in the life of an extension the callback comes.
    enum Time: Sendable { case launch, active, end }

    typealias Steps = @Sendable (ConversationWindow, TestHost) async throws -> Void

    let callback: String
    let time: Time
    /// What the puppet does for it, besides what a test has it do in the callback.
    let script: [String]
    private let style: PresentationStyle
    private let preparation: Steps
    private let act: Steps

    private init(
        _ callback: String,
        _ time: Time = .active,
        from style: PresentationStyle = .compact,
        script: [String] = [],
        after preparation: @escaping Steps = { _, _ in },
        by act: @escaping Steps
    ) {
        self.callback = callback
        self.time = time
        self.style = style
        self.script = script
        self.preparation = preparation
        self.act = act
    }

    /// Brings the puppet to where the callback can come next: it is open, unless the callback is one of its launch.
    func prepare(_ window: ConversationWindow, _ test: TestHost) async throws {
        guard time != .launch else { return }
        if await window.openExtension == nil { try await window.open(test.bundle(Puppet.id)) }
        try await window.changeStyle(to: style)
        try await preparation(window, test)
    }

    /// Does what brings the callback about. Where the puppet ends in it, this may throw.
    func lead(_ window: ConversationWindow, _ test: TestHost) async throws { try await act(window, test) }

    /// Whether the puppet says with this line that it is in the callback.
    func isTold(by line: String) -> Bool {
        line.hasPrefix(callback == "stickerAt" ? "asked " : "saw \(callback);")
    }

    /// Every callback of the interface. The order matters where one window has them all: the sticker browser replaces the puppet's
    /// button, and the resign callbacks end the puppet.
    static let all =
        launch + [
            CallbackScenario("didPerformAction") { window, _ in try await window.tap("run") },
            CallbackScenario("willTransition") { window, _ in try await window.changeStyle(to: .expanded) },
            CallbackScenario("didTransition") { window, _ in try await window.changeStyle(to: .expanded) },
            CallbackScenario("willSelect", from: .expanded, after: sendOwn, by: tapOwn),
            CallbackScenario("didSelect", from: .expanded, after: sendOwn, by: tapOwn),
            CallbackScenario("didReceive", by: sendTheirs),
            CallbackScenario("didStartSending", after: stage) { window, _ in try await window.send() },
            CallbackScenario("didCancelSending", after: stage) { window, _ in try await window.cancelMessage() },
            CallbackScenario("didSwipe", from: .expanded) { window, _ in try await window.swipe(.left) },
            CallbackScenario("didChangeSettings") { window, test in
                let id = try test.bundle(Puppet.id).id
                try test.host.store.keepSetting("\(UUID())", for: "any", of: id, on: window.device.id)
            },
            CallbackScenario("didReceiveMemoryWarning", script: ["didPerformAction hog 56"]) { window, _ in
                try await window.tap("run")
            },
            CallbackScenario("stickerCount", script: ["didTransition browse 1"]) { window, _ in
                try await window.changeStyle(to: .expanded)
            },
            CallbackScenario("stickerAt", script: ["didTransition browse 1"]) { window, _ in
                try await window.changeStyle(to: .expanded)
            },
        ] + end

    private static let launch = [
        "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear",
    ]
    .map { CallbackScenario($0, .launch) { window, test in try await window.open(test.bundle(Puppet.id)) } }

    private static let end = ["viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive"]
        .map { CallbackScenario($0, .end) { window, _ in try await window.closeExtension() } }

    // MARK: Steps

    private static let stage: Steps = { window, test in
        try await test.play("message url=?own|caption=own", in: window)
    }

    private static let sendOwn: Steps = { window, test in
        try await stage(window, test)
        try await window.send()
    }

    private static let tapOwn: Steps = { window, _ in
        let own = await window.transcript.numbered.last { $0.entry.item?.message != nil }
        try await window.tapBubble(try #require(own).number)
    }

    /// Another person's puppet sends a message in the same conversation.
    private static let sendTheirs: Steps = { window, test in
        try test.script(["didPerformAction message url=?theirs|caption=theirs"], as: "bob")
        try await test.host.withWindow(on: window.conversation.name, as: "bob") { other in
            try await other.open(test.bundle(Puppet.id))
            try await other.tap("run")
            try await other.send()
        }
    }
}

extension Trace {
    /// How the workers ended so far.
    var ends: [WorkerEnd] { events.compactMap { if case .receipt(_, let end) = $0 { end } else { nil } } }

    /// Waits until so many workers have ended.
    func waitForEnds(_ count: Int) async {
        await wait(0) { ended, event in
            if case .receipt = event { ended += 1 }
            return ended >= count
        }
    }

    /// Waits until the transcript ends with that text.
    func waitForRow(_ text: String) async {
        await wait(for: { event in
            if case .transcript(let page) = event { page.entries.last?.item?.brief == text } else { false }
        })
    }

    /// Waits until the newest bubble of the transcript has that state.
    func waitForDelivery(_ state: DeliveryState) async {
        await wait(for: { event in
            if case .transcript(let page) = event { page.entries.last?.bubble?.delivery == state } else { false }
        })
    }

    /// Waits until the input field ends with that text.
    func waitForField(_ text: String) async {
        await wait(for: { if case .draft(let draft) = $0 { draft.text.hasSuffix(text) } else { false } })
    }
}
