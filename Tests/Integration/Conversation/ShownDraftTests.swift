import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// What is sent is what was shown, whatever the extension does to the input field in the moment of the tap.
@Suite struct ShownDraftTests {
    private static let id = "test.mayfly.swapper"
    private static let path = Result { try PluginWorkshop.bundle("swapper", options: ["-pthread"]) }

    private static func caption(_ draft: Draft) -> String? { draft.message?.brief }

    @Test func aMessageThatTakesThePlaceOfTheShownOneIsNotSent() async throws {
        try await TestHost.with(bundles: [try Self.path.get()], policy: .immediate) { test in
            let gate = try CallbackGate(in: try test.privateFolder(of: "alice", Self.id))
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Self.id))
                try await window.tap("stage")
                try await window.tap("swap")
                let shown = await window.draft
                #expect(Self.caption(shown) == "harmless")
                // The person is about to tap Send.
                gate.release()
                await trace.wait(for: { if case .draft(let new) = $0 { Self.caption(new) == "swapped" } else { false } }
                )
                let error = await #expect(throws: MayflyError.self) { try await window.send(shown.id) }
                #expect(error?.code == .notAsShown)
                #expect(error?.message == "nothing is sent: the input field has changed since it was shown")
                #expect(try test.rows(of: "bob").isEmpty)
                // The present one is shown, and can be sent by its own name.
                let present = await window.draft
                #expect(Self.caption(present) == "swapped")
                try await window.send(present.id)
                #expect(try test.rows(of: "bob") == ["* swapped"])
                // A second press of Send finds it gone.
                await #expect(throws: MayflyError.self) { try await window.send(present.id) }
                #expect(try test.rows(of: "bob").count == 1)
            }
        }
    }

    /// The window has not read what the other program wrote when Send is pressed. It shows that, and sends nothing.
    @Test func whatAnotherProgramAddedIsShownBeforeItIsSent() async throws {
        try await TestHost.with { test in
            try await test.window(as: "alice") { window in
                try await window.type("mine")
                let shown = await window.draft
                let other = try ExtensionHost(home: HomeFolder(path: test.home), policy: .immediate)
                try await other.withWindow(on: test.conversation, as: "alice") { try await $0.type(" and more") }
                await #expect(throws: MayflyError.self) { try await window.send(shown.id) }
                #expect(await window.draft.text == "mine and more")
                #expect(try test.rows(of: "bob").isEmpty)
            }
        }
    }

    /// The lines come from a pipe, as those of a program: each is carried out as soon as it comes. Most come while the extension
    /// changes the field, and the last ones, on any machine, when it has stopped.
    @Test(arguments: [false, true]) func aSessionSendsOnlyWhatItHasPrinted(json: Bool) async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.setUp()
            let arguments = ["launch", Self.id, "--conversation", "chat"] + (json ? ["--json"] : [])
            let sends = String(repeating: "send\n", count: 800)
            let outcome = try await tool.run(all: arguments, script: "tap restless\n" + sends)
            let refusals: Set<Substring> = [
                "mayfly: nothing is sent: the input field has changed since it was shown",
                "mayfly: nothing is sent: the input field is empty now", "mayfly: there is nothing to send",
            ]
            #expect(refusals.isSuperset(of: outcome.errors.split(separator: "\n")), "\(outcome.errors)")
            let shown = outcome.lines.filter { $0.hasPrefix("field: ") || $0.hasPrefix("{\"event\":\"draft\"") }
            let sent = try await tool.run("transcript", "chat", "--as", "bob").lines
            let restless = sent.filter { $0.contains("restless ") }
            #expect(!restless.isEmpty)
            for row in restless {
                let message = try #require(row.firstMatch(of: /\[swapper\] restless \d+/)).output
                #expect(shown.contains { $0.hasSuffix(message) || $0.contains("\"\(message)\"") }, "\(message)")
            }
        }
    }

    /// The extension changes the field all the time, so the change before the tap was always a moment ago.
    @Test func aTapRightAfterAChangeIsHeldBackAtTheTerminal() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.withSession(of: Self.id) { terminal in
                try terminal.enter("tap tireless\n")
                try terminal.waitFor("tireless 3")
                // A machine that stops the extension for half a second lets one through, and a busy one is late to show a change.
                let refusal = "nothing is sent: an extension has changed the input field just now"
                var printed = ""
                for _ in 0..<50 where !printed.contains(refusal) {
                    try terminal.enter("send\n")
                    printed += try terminal.waitFor("\n> ")
                }
                #expect(printed.contains(refusal))
            }
        }
    }

    /// An expanded extension covers the field, so what it puts there is not shown before Send is refused.
    @Test func aRefusedSendShowsTheNewFieldAtTheTerminal() async throws {
        try await Tool.with(bundles: [try Self.path.get()]) { tool in
            try await tool.withSession(of: Self.id) { terminal in
                try terminal.enter("style expanded\n")
                try terminal.waitFor("swapper, expanded")
                try terminal.waitFor("\n> ")
                try terminal.enter("tap stage\n")
                #expect(try !terminal.waitFor("\n> ").contains("harmless"))
                try terminal.enter("send\n")
                try terminal.waitFor("nothing is sent: the input field has changed since it was shown")
                #expect(try terminal.waitFor("\n> ").hasSuffix("\r\n(covered) field: [swapper] harmless\r\n> "))
            }
            #expect(try await !tool.run("transcript", "chat", "--as", "bob").output.contains("harmless"))
        }
    }
}
