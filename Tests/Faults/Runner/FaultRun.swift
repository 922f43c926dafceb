import Foundation
import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyProtocol
import MayflyTesting

/// Runs a faulty extension in alice's window, and a healthy one in carol's.
///
/// Prints the events of alice's window like `mayfly launch --json`, with other facts for the test between them. It
/// stops twice, before the fault and after its end, until the test has counted resources and sends a line. The screen
/// of alice's window is printed to standard error.
struct FaultRun: Sendable {
    let order: FaultOrder

    init(_ order: FaultOrder) { self.order = order }

    func run() async throws {
        let healthyTrace = Trace()
        try await TestHost.with(
            bundles: [order.faulty, order.healthy],
            devices: ["alice", "bob", "carol"],
            policy: order.policy,
            confinement: order.confinement
        ) { test in
            try await test.window(as: "carol", trace: healthyTrace) { window in
                let healthy = HealthyExtension(test: test, window: window, trace: healthyTrace)
                try await healthy.open()
                try await healthy.act()
                try await runAlice(test, beside: healthy)
                try await healthy.act()
                try await window.closeExtension()
                await healthyTrace.waitForEnds(of: HealthyExtension.id)
                Lines.write(["at": .text("end"), "healthy": .list(healthy.story.map(JSONValue.text))])
            }
        }
    }

    private func runAlice(_ test: TestHost, beside healthy: HealthyExtension) async throws {
        let trace = Trace()
        let names = try Names(test.host)
        let observer = { @Sendable (event: HostEvent) in
            Lines.write(Shapes.event.json(event, names))
            trace.record(event)
        }
        try await test.host.withWindow(on: test.conversation, as: "alice", observer: observer) { window in
            // Everything that is made once and kept exists before the test counts for the first time.
            let visitor = HealthyExtension(test: test, window: window, trace: trace)
            try await visitor.live()
            // Read before the test may change the bundle, and opened after it.
            let listed = Result { () throws(MayflyError) in try test.bundle(id) }
            try await halt("before", test, window)
            let person = FaultyPerson(test: test, window: window, trace: trace, id: id)
            try await person.open(listed, beside: healthy)
            try await commit(person, names, beside: healthy)
            try await visitor.live()
            try await halt("after", test, window)
        }
    }

    /// Passes paths and other facts to the extension and to the test, and waits for the test.
    private func halt(_ name: String, _ test: TestHost, _ window: ConversationWindow) async throws {
        // The number of spare workers depends on timing.
        await test.host.dropSpares()
        let own = try test.privateFolder(of: id, as: window.device)
        let neighbour = try test.privateFolder(of: HealthyExtension.id, as: window.device)
        let facts = "host \(ProcessInfo.processInfo.processIdentifier)\nneighbour \(neighbour)\n"
        try Data(facts.utf8).write(to: URL(filePath: own + "/facts"))
        Lines.write(["at": .text(name), "home": .text(test.home), "private": .text(own)])
        try await Self.waitForLine()
    }

    private static func waitForLine() async throws {
        let line = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: readLine()) }
        }
        guard line != nil else { throw MayflyError(.notPossibleNow, "the test closed standard input") }
    }

    // MARK: The fault

    /// The id of the faulty extension, which is the name of its folder.
    private var id: String { URL(filePath: order.faulty).deletingPathExtension().lastPathComponent }

    private func commit(_ person: FaultyPerson, _ names: Names, beside healthy: HealthyExtension) async throws {
        for step in order.steps {
            let isEnded = await person.window.openExtension == nil
            // Steps that are no longer possible, because the fault has happened, are skipped.
            if isEnded, step != .wait, step != .send, step != .cancel { continue }
            try await person.take(step, beside: healthy)
            await show(person.window, names)
        }
        if await person.window.openExtension != nil { try await person.take(.close, beside: healthy) }
        await person.trace.waitForEnds(of: id)
        await show(person.window, names)
    }

    /// Prints the screen of the window.
    private func show(_ window: ConversationWindow, _ names: Names) async {
        let lines = await Screen(window, names, ansi: false).lines(title: window.device.name)
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
