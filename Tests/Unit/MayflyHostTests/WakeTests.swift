import MayflyModel
import MayflyStore
import MayflyStoreSupport
import MayflyWorkers
import Synchronization
import Testing

@testable import MayflyHost

/// What it costs a window that others write to the home folder, counted in reads of the store.
@Suite struct WakeTests {
    private let fixture: WindowFixture

    init() throws { fixture = try WindowFixture() }

    private var chat: Chat { fixture.chat }

    /// An open window, in which nothing is under way.
    private func withWindow(_ body: (ConversationWindow) async throws -> Void) async throws {
        let window = try ConversationWindow(
            services: fixture.scope.services,
            device: fixture.scope.device,
            conversation: fixture.scope.conversation,
            observer: { _ in }
        )
        await window.begin()
        try await window.act(.rest)
        try await body(window)
        await window.close()
    }

    /// How many reads are done while the body runs.
    private func reads(_ body: () async throws -> Void) async throws -> Int {
        let before = chat.store.reads.load(ordering: .relaxed)
        try await body()
        return chat.store.reads.load(ordering: .relaxed) - before
    }

    /// The window begins with some reads for what earlier programs left.
    private let beginning = 10

    @Test func aChangeElsewhereCostsOneRead() async throws {
        try await withWindow { window in
            let count = try await reads {
                for _ in 0..<100 {
                    window.wake()
                    try await window.act(.rest)
                }
            }
            #expect(count >= 100 && count <= 100 + beginning)
        }
    }

    @Test func aChangeOfTheConversationIsShownByTheNextWake() async throws {
        try await withWindow { window in
            for number in 1...3 {
                let before = await window.transcript.count
                #expect(before == number - 1)
                try chat.exchange([chat.text("\(number)", from: chat.bob)], from: chat.bob)
                window.wake()
                try await window.act(.rest)
                #expect(await window.transcript.count == number)
            }
        }
    }

    @Test func oneEventTellsOfAllGrowthUntilItIsTaken() async throws {
        let queue = WindowQueue()
        func taken() async -> Int {
            queue.post(.patienceEnded)
            var growths = 0
            for await event in queue.events {
                queue.noteTaken(event)
                queue.finishEvent()
                guard case .logGrew = event else { return growths }
                growths += 1
            }
            return growths
        }
        for _ in 0..<2 {
            for _ in 0..<1000 { queue.post(.logGrew) }
            #expect(await taken() == 1)
        }
        #expect(await taken() == 0)
    }

    // MARK: The watcher of the home folder

    /// Two watchers of one folder: what one of them has told, the other has had before.
    @Test func whatIsWrittenDuringTheRestIsNotToldByItself() async throws {
        let loop = try EventLoop.running()
        let (told, tell) = AsyncStream<Void>.makeStream()
        let counted = HomeWatcher(chat.store.home, loop: loop, rest: .seconds(3600))
        let barrier = HomeWatcher(chat.store.home, loop: loop, rest: .zero)
        let count = Count()
        await counted.start { count.add() }
        await barrier.start { tell.yield() }
        var tellings = told.makeAsyncIterator()
        for number in 0..<20 {
            try write(number)
            _ = await tellings.next()
        }
        // After what the loop did before.
        await counted.start {}
        #expect(count.value == 1)
    }

    @Test func whatIsWrittenDuringTheRestIsToldAfterIt() async throws {
        let (told, tell) = AsyncStream<Void>.makeStream()
        let watcher = HomeWatcher(chat.store.home, loop: try EventLoop.running(), rest: .milliseconds(1))
        await watcher.start { tell.yield() }
        var tellings = told.makeAsyncIterator()
        for number in 0..<20 {
            try write(number)
            #expect(await tellings.next() != nil)
        }
        await watcher.start {}
    }

    private func write(_ number: Int) throws {
        let id = try #require(ExtensionID(rawValue: "org.example.tally"))
        try chat.store.setEnabled(number % 2 == 1, id, on: chat.alice)
    }

    private final class Count: Sendable {
        private let number = Mutex(0)
        var value: Int { number.withLock(\.self) }
        func add() { number.withLock { $0 += 1 } }
    }
}
