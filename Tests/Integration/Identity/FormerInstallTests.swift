import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Synchronization
import Testing

/// Workers that act on after their extension was uninstalled and installed again: nothing of what they store may be there for the new
/// installation, which would know its person again by it (C-190).
@Suite struct FormerInstallTests {
    /// A window in which the extension of a bundle is installed anew, and launched elsewhere, before the worker is told of the first tap.
    private static func with(
        bundle: String,
        _ id: String,
        states: (any SessionStateProvider)? = nil,
        _ body: @Sendable (TestHost, Store, (_ tap: String) async throws -> Trace) async throws -> Void
    ) async throws {
        try await TestHost.with(policy: .immediate, sessionStates: states) { test in
            try test.host.install(bundleAt: bundle)
            let extensionID = try test.bundle(id).id
            let store = try Store(home: HomeFolder(path: test.home))
            let device = try store.device(named: "alice").id
            try await body(test, store) { tap in
                let trace = Trace()
                let isLeft = Mutex(true)
                let observer: @Sendable (HostEvent) -> Void = { event in
                    if case .callback(_, name: "didPerformAction", _) = event, isLeft.withLock({ $0 }) {
                        isLeft.withLock { $0 = false }
                        do {
                            try test.host.uninstall(extensionID)
                            try test.host.install(bundleAt: bundle)
                            _ = try store.install(of: extensionID, on: device)
                        } catch {
                            Issue.record(error)
                        }
                    }
                    trace.record(event)
                }
                try await test.host.withWindow(on: test.conversation, as: "alice", observer: observer) { window in
                    try await window.open(test.bundle(id))
                    try await window.tap(.typed(tap))
                    try await window.settle()
                    #expect(await window.openExtension == nil)
                }
                #expect(isLeft.withLock { !$0 })
                return trace
            }
        }
    }

    @Test func storeNoSessionState() async throws {
        let bundle = try #require(try Sessions.paths.get().first)
        try await Self.with(bundle: bundle, Sessions.id) { test, _, act in
            let trace = try await act("unheard")
            #expect(trace.refusals.contains("putState"))
            let said = try await test.act(as: "alice") { try await $0.tap("get") }
            #expect(said == ["get 0 version=0 size=0 "])
        }
    }

    @Test func readNoSessionState() async throws {
        let bundle = try #require(try Sessions.paths.get().first)
        try await Self.with(bundle: bundle, Sessions.id) { _, _, act in
            let trace = try await act("get")
            #expect(trace.refusals.contains("getState"))
        }
    }

    /// A provider of the embedder is not even asked.
    @Test(arguments: ["unheard", "get"]) func askNoServer(button: String) async throws {
        let server = HeldStates()
        server.open()
        let bundle = try #require(try Sessions.paths.get().first)
        try await Self.with(bundle: bundle, Sessions.id, states: server) { _, _, act in
            let trace = try await act(button)
            #expect(!trace.refusals.isDisjoint(with: ["putState", "getState"]))
            #expect(server.count == 0)
        }
    }

    @Test(arguments: ["text", "stage", "sticker"]) func storeNothingForTheInputField(button: String) async throws {
        try await Self.with(bundle: try Composer.bundle(), Composer.id) { test, store, act in
            _ = try await act(button)
            let device = try store.device(named: "alice").id
            let chat = try store.conversation(named: test.conversation)
            let draft = try store.look(at: chat.id, on: device).draft
            #expect(draft.isEmpty)
            let unsent = try store.unsentBytes(of: test.bundle(Composer.id).id, on: device)
            #expect(unsent == 0)
        }
    }
}

extension Trace {
    /// The calls that were refused, by their names.
    fileprivate var refusals: Set<String> {
        Set(
            events.compactMap { event in
                guard case .call(_, let name, _, let error) = event, error != nil else { return nil }
                return name
            }
        )
    }
}
