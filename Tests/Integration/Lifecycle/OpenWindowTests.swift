import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Windows that are held open without a closure, and their events as a sequence.
@Suite struct OpenWindowTests {
    @Test func aWindowIsOpenUntilItIsClosed() async throws {
        try await Samples.with { test in
            let events = HostEvents()
            let window = try await test.host.openWindow(on: test.conversation, as: "alice", observer: events.observer)
            try await window.open(test.bundle("org.mayfly.tally"))
            try await window.tap("plus")
            let worker = try #require(try await test.host.workers().first?.process)
            await window.close()
            events.finish()
            #expect(!FileManager.default.fileExists(atPath: "/proc/\(worker)"))
            var causes: [String] = []
            for try await event in events {
                if case .receipt(_, let end) = event { causes.append(end.cause.name) }
            }
            #expect(causes == ["finished"])
            let error = await #expect(throws: MayflyError.self) { try await window.type("late") }
            #expect(error?.message == "the window is closed")
            // A second time changes nothing.
            await window.close()
        }
    }

    /// Whoever waits for an event gets it when it happens, and not at the end.
    @Test func aReaderWaitsForTheNextEvent() async throws {
        try await Samples.with { test in
            let events = HostEvents()
            let window = try await test.host.openWindow(on: test.conversation, as: "alice", observer: events.observer)
            let (waiting, wait) = AsyncStream<Void>.makeStream()
            let reader = Task {
                wait.yield()
                for try await event in events {
                    if case .draft(let draft) = event, draft.text == "hello" { return true }
                }
                return false
            }
            for await () in waiting { break }
            try await window.type("hello")
            // The sequence does not end before.
            #expect(try await reader.value)
            await window.close()
            events.finish()
        }
    }

    @Test func peopleHaveNamesWithoutAWindow() async throws {
        try await Samples.with { test in
            let carol = try test.host.createDevice("carol")
            let people = try test.host.people()
            let names = try test.host.devices().map { people.name(of: $0.owner) }
            #expect(names == ["alice", "bob", "carol"])
            #expect(people.name(of: carol.owner) == "carol")
            #expect(people.name(of: ParticipantID()) == "unknown")
            // The sender of what is in a transcript is one of them.
            try await test.window(as: "bob") { window in
                try await window.type("hello")
                try await window.send()
            }
            let item = try test.host.look(at: test.conversation, as: "alice").transcript.entries.last?.item
            #expect(try people.name(of: #require(item).sender) == "bob")
        }
    }

    @Test func aReaderOfEventsThatIsTooSlowIsTold() async throws {
        let events = HostEvents(keeping: 3)
        for number in 1...5 { events.observer(.openURL("\(number)")) }
        var reader = events.makeAsyncIterator()
        let error = await #expect(throws: MayflyError.self) { try await reader.next() }
        #expect(error?.code == .eventsLost)
        #expect(error?.message == "2 events were dropped before they were read")
        events.finish()
        var addresses: [String] = []
        for try await case .openURL(let address) in events { addresses.append(address) }
        #expect(addresses == ["3", "4", "5"])
    }

    @Test func aReaderOfEventsEndsWithItsTask() async throws {
        let events = HostEvents()
        let reader = Task { for try await _ in events {} }
        reader.cancel()
        try await reader.value
    }

    @Test func theDrawerHasWhatADeviceCanOpen() async throws {
        try await Samples.with { test in
            let names = try test.host.drawer(of: "alice").map(\.name)
            #expect(names.contains("Tally"))
            #expect(try test.host.drawer(of: "alice").allSatisfy { $0.icon != nil })
            try test.host.setEnabled(false, test.bundle("org.mayfly.tally").id, on: "alice")
            #expect(try test.host.drawer(of: "alice").map(\.name) == names.filter { $0 != "Tally" })
            #expect(try test.host.drawer(of: "bob").map(\.name) == names)
        }
    }
}
