import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTestSupport
import MayflyTesting
import Synchronization
import Testing

/// The conversion of a picture takes longer than anybody waits.
@Suite struct SlowPictureTests {
    /// A home folder with the conversations `chat` and `elsewhere`. Alice has sent a picture to `chat`, and her window is open while it
    /// is being converted and `body` runs; then its task is cancelled.
    private func whileConverting(
        policy: Policy = .immediate,
        _ trace: Trace = Trace(),
        _ body: @escaping @Sendable (TestHost) async throws -> Void,
        afterwards: @escaping @Sendable (TestHost) async throws -> Void
    ) async throws {
        let program = try EndlessConversion()
        let bundle = try PluginWorkshop.bundle("inserter")
        try await TestHost.with(bundles: [bundle], policy: policy, mediaWorker: program.path) { test in
            try test.host.createConversation("elsewhere", with: ["alice", "bob"])
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try? await test.window(as: "alice", trace: trace) { window in
                        try await EndlessConversion.stagePicture(test, window)
                        try await window.send()
                    }
                }
                try await program.waitUntilBegun()
                try await body(test)
                group.cancelAll()
            }
            #expect(try HeldConversion.processes(of: program.path) == [])
            try await afterwards(test)
        }
    }

    /// Another program on the home folder, with this program that converts.
    private func other(_ test: TestHost, mediaWorker: String? = nil) throws -> ExtensionHost {
        try ExtensionHost(home: HomeFolder(path: test.home), policy: .immediate, mediaWorker: mediaWorker)
    }

    private func pictures(_ test: TestHost) throws -> [MediaFile] {
        try test.host.look(at: "chat", as: "bob").transcript.entries.compactMap { $0.item?.message?.layout?.image }
    }

    private func deliveries(_ test: TestHost) throws -> [DeliveryState] {
        try test.host.look(at: "chat", as: "alice").transcript.entries.compactMap {
            if case .bubble(let bubble) = $0 { bubble.delivery } else { nil }
        }
    }

    /// The window closes at once, and says that the message is not delivered. A later window delivers it once.
    @Test(.proves("C-207")) func aCancelledWindowEndsTheConversionAndLosesNothing() async throws {
        let trace = Trace()
        try await whileConverting(trace) { _ in
        } afterwards: { test in
            #expect(trace.lines.contains { $0.contains("a message is not delivered yet") }, "\(trace.lines)")
            #expect(!trace.lines.contains { $0.contains("as it is") }, "\(trace.lines)")
            #expect(try self.pictures(test).isEmpty)
            #expect(try self.deliveries(test) == [.sending])
            try await self.other(test).withWindow(on: "chat", as: "bob") { try await $0.settle() }
            #expect(try self.pictures(test).map(\.name) == ["picture.jpg"])
            #expect(try self.deliveries(test) == [.sent])
        }
    }

    /// What a program left is converted while a window on another conversation is open. That one is not held up, at its beginning or at
    /// its end, and is told nothing.
    @Test func aWindowElsewhereDoesNotWaitForAPicture() async throws {
        try await whileConverting { _ in
        } afterwards: { test in
            try #require(try self.deliveries(test) == [.sending])
            let slow = try EndlessConversion()
            let trace = Trace()
            let host = try self.other(test, mediaWorker: slow.path)
            let observer: @Sendable (HostEvent) -> Void = { trace.record($0) }
            try await host.withWindow(on: "elsewhere", as: "bob", observer: observer) {
                try await slow.waitUntilBegun()
                try await $0.type("hello")
                try await $0.send()
                try await $0.settle()
            }
            #expect(try HeldConversion.processes(of: slow.path) == [])
            #expect(!trace.lines.contains { $0.hasPrefix("warning") }, "\(trace.lines)")
            #expect(try test.host.look(at: "elsewhere", as: "alice").transcript.count == 1)
            #expect(try self.deliveries(test) == [.sending])
        }
    }

    /// What has no picture goes out also to conversations of which no window is open, and what is sent after a picture waits for it.
    @Test func aWindowElsewhereDeliversInOrder() async throws {
        try await whileConverting { _ in
        } afterwards: { test in
            try #require(try self.deliveries(test) == [.sending])
            let store = try Store(home: HomeFolder(path: test.home))
            let chat = try store.conversation(named: "chat").id
            for device in try test.host.devices() {
                let item = Item(sender: device.owner, content: .text("by \(device.name)"))
                _ = try store.send([item], in: chat, from: device.id)
            }
            let slow = try EndlessConversion()
            try await self.other(test, mediaWorker: slow.path).withWindow(on: "elsewhere", as: "bob") { _ in }
            let alice = try store.device(named: "alice").id
            // Alice's text was sent after her picture.
            #expect(try store.pendingEnvelopes().map(\.sender) == [alice, alice])
            try await self.other(test).withWindow(on: "chat", as: "bob") { try await $0.settle() }
            #expect(try store.pendingEnvelopes().isEmpty)
            #expect(try self.pictures(test).count == 1)
        }
    }

    /// A living program delivers it: another one does not convert the picture a second time, and does not wait.
    @Test func aWindowLeavesWhatALivingProgramDelivers() async throws {
        try await whileConverting { test in
            let marker = test.home + "/second"
            let second = try FaultyProgram("touch '\(marker)'")
            let path = second.path
            try await self.other(test, mediaWorker: path).withWindow(on: "chat", as: "bob") { try await $0.settle() }
            #expect(!FileManager.default.fileExists(atPath: marker))
            #expect(try self.deliveries(test) == [.sending])
        } afterwards: { test in
            try await self.other(test).withWindow(on: "chat", as: "bob") { try await $0.settle() }
            #expect(try self.pictures(test).count == 1)
        }
    }

    /// What a person sends in another program arrives after the picture that a living program still converts.
    @Test func aMessageWaitsForThePictureBeforeIt() async throws {
        let later = Mutex<Task<Void, any Error>?>(nil)
        try await whileConverting { test in
            let host = try self.other(test)
            let sending = Task {
                try await host.withWindow(on: "chat", as: "alice") { window in
                    try await window.type("after it")
                    try await window.send()
                }
            }
            later.withLock { $0 = sending }
            try await until { try self.deliveries(test).count == 2 }
        } afterwards: { test in
            try await later.withLock(\.self)?.value
            #expect(try self.deliveries(test) == [.sent, .sent])
            let bubbles = try test.host.look(at: "chat", as: "bob").transcript.entries.compactMap(\.item)
            #expect(bubbles.map { $0.message != nil } == [true, false])
        }
    }

    /// Sending returns after `Policy.patience`, and the conversion goes on. The window that closes waits for it, until its task is
    /// cancelled.
    @Test func anActWaitsForAPictureOnlyForSoLong() async throws {
        var policy = Policy.immediate
        // Everything else that the window does is over by then, so that only the timer can end the act.
        policy.patience = .seconds(2)
        let program = try EndlessConversion()
        let bundle = try PluginWorkshop.bundle("inserter")
        try await TestHost.with(bundles: [bundle]) { [policy] test in
            try await test.window(as: "alice") { try await EndlessConversion.stagePicture(test, $0) }
            let host = try ExtensionHost(
                home: HomeFolder(path: test.home),
                policy: policy,
                mediaWorker: program.path
            )
            let returned = Flag()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await host.withWindow(on: test.conversation, as: "alice") { window in
                        defer { returned.isSet.withLock { $0 = true } }
                        try await window.send()
                    }
                }
                try await program.waitUntilBegun()
                try await until { returned.isSet.withLock(\.self) }
                #expect(try HeldConversion.processes(of: program.path) != [])
                #expect(try self.deliveries(test) == [.sending])
                group.cancelAll()
            }
            #expect(try HeldConversion.processes(of: program.path) == [])
        }
    }
}

private final class Flag: Sendable {
    let isSet = Mutex(false)
}
