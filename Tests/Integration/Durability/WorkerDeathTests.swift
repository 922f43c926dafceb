import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Synchronization
import Testing

/// The worker is killed with SIGKILL in each state in which it can be: the host goes on with a whole field.
@Suite struct WorkerDeathTests {
    /// What the window and the extension are at when the worker dies.
    enum State: CaseIterable {
        case compact, expanded, selected, browsing, inACallback, inACompletion, stopped, lingering
    }

    /// Kills the worker as soon as a callback of that name, or a line of that text, is seen.
    private final class Watch: Sendable {
        let trace = Trace()
        let moment: String?
        private let isArmed = Mutex(false)

        init(_ moment: String?) { self.moment = moment }

        /// Forgets what was, and kills from now on.
        func arm() {
            trace.clear()
            isArmed.withLock { $0 = true }
        }

        func observe(_ event: HostEvent) {
            trace.record(event)
            guard isArmed.withLock({ $0 }) else { return }
            switch event {
            case .callback(_, moment, _), .log(_, _, moment): killWorker()
            default: break
            }
        }

        func killWorker() {
            if let process = trace.process { kill(process, SIGKILL) }
        }
    }

    @Test(.proves("C-043"), arguments: State.allCases)
    func aKilledWorkerTakesNothingWithIt(state: State) async throws {
        var policy = Policy.immediate
        if state == .lingering { policy.linger = .seconds(600) }
        try await Composer.with(policy: policy) { test in
            let watch = Watch(Self.moment(of: state))
            try await test.host.withWindow(on: test.conversation, as: "alice", observer: watch.observe) { window in
                let draft = try await prepare(window, test)
                if state != .lingering {
                    try await window.closeExtension()
                    await watch.trace.wait(until: Self.hasEnded)
                    watch.arm()
                }
                try await reach(state, in: window, test)
                if watch.moment == nil { watch.killWorker() }
                await watch.trace.wait(until: Self.hasEnded)
                try await window.settle()
                try await expectWhole(window, draft, watch.trace, state)
                // The host goes on, and what was staged can be sent.
                try await window.send()
                #expect(await window.draft.isEmpty)
            }
            #expect(try test.host.look(at: test.conversation, as: "bob").transcript.count == 5)
            try await expectCleanLaunch(test)
        }
    }

    private static let hasEnded: @Sendable ([HostEvent]) -> Bool = { events in
        events.contains { if case .receipt = $0 { true } else { false } }
    }

    private static func moment(of state: State) -> String? {
        switch state {
        case .inACallback, .stopped: "didPerformAction"
        case .inACompletion: "completed never 0"
        default: nil
        }
    }

    /// Sends one message and fills the field. The extension is open then.
    private func prepare(_ window: ConversationWindow, _ test: TestHost) async throws -> Draft {
        try await window.open(test.bundle(Composer.id))
        try await window.tap("stage")
        try await window.send()
        return try await Composer.fill(window)
    }

    private func reach(_ state: State, in window: ConversationWindow, _ test: TestHost) async throws {
        switch state {
        case .compact: try await window.open(test.bundle(Composer.id))
        case .expanded:
            try await window.open(test.bundle(Composer.id))
            try await window.changeStyle(to: .expanded)
        case .selected: try await window.tapBubble(1)
        case .browsing:
            try await window.open(test.bundle(Composer.id))
            try await window.tap("browser")
        case .inACallback, .stopped, .inACompletion:
            try await window.open(test.bundle(Recorder.id))
            let control = [State.inACallback: "hang", .stopped: "stop", .inACompletion: "never-done"][state]
            try await window.tapToTheEnd(.typed(try #require(control)))
        case .lingering: try await window.closeExtension()
        }
    }

    private func expectWhole(
        _ window: ConversationWindow,
        _ draft: Draft,
        _ trace: Trace,
        _ state: State
    ) async throws {
        let now = await window.draft
        #expect(now.message == draft.message)
        #expect(now.media == draft.media)
        // One letter is what the extension put in before it died.
        #expect(now.text == draft.text + (state == .inACompletion ? "x" : ""))
        #expect(await window.openExtension == nil)
        guard case .none = await window.view else {
            Issue.record("the view of the dead extension is still shown")
            return
        }
        let later = trace.events { if case .process(_, .reaped, _) = $0 { true } else { false } }
        #expect(!later.contains { if case .callback = $0 { true } else { false } })
    }

    private func expectCleanLaunch(_ test: TestHost) async throws {
        let trace = Trace()
        try await test.window(as: "alice", trace: trace) { window in
            try await window.open(test.bundle(Composer.id))
            // It has no other callback.
            #expect(trace.lifecycle == ["spawned", "viewDidLoad"])
            #expect(await window.style == .compact)
            let isShown = if case .card = await window.view { true } else { false }
            #expect(isShown)
        }
    }

    @Test(.proves("C-120"))
    func aDraftSurvivesWhateverHappensToTheExtension() async throws {
        try await Composer.with { test in
            try test.host.createConversation("elsewhere", with: ["alice", "bob"])
            let trace = Trace()
            let draft = try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Composer.id))
                let draft = try await Composer.fill(window)
                for style in [PresentationStyle.expanded, .compact] {
                    try await window.changeStyle(to: style)
                    #expect(await window.draft == draft)
                }
                try await window.closeExtension()
                #expect(await window.draft == draft)
                await trace.wait(until: Self.hasEnded)
                try await window.open(test.bundle(Composer.id))
                let process = try #require(trace.process)
                trace.clear()
                kill(process, SIGKILL)
                await trace.wait(until: Self.hasEnded)
                try await window.settle()
                #expect(await window.draft == draft)
                return draft
            }
            try await test.host.withWindow(on: "elsewhere", as: "alice") { window in
                #expect(await window.draft.isEmpty)
                try await window.open(test.bundle(Composer.id))
                try await window.tap("stage")
                try await window.type("for others")
            }
            // Another program, as after a restart.
            let later = try ExtensionHost(home: HomeFolder(path: test.home))
            #expect(try later.look(at: test.conversation, as: "alice").draft == draft)
            #expect(try later.look(at: "elsewhere", as: "alice").draft.text == "for others")
            let media = MediaStore(home: HomeFolder(path: test.home))
            for item in draft.media {
                switch item.content {
                case .sticker(let sticker): #expect(try media.read(sticker.file).count == sticker.file.byteCount)
                case .attachment(let file): #expect(try media.read(file.file).count == file.file.byteCount)
                default: Issue.record("media that is neither sticker nor attachment")
                }
            }
        }
    }
}
