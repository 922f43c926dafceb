internal import MayflyDistribution
internal import MayflyModel
internal import Synchronization

/// What a client has begun at stores, so that it can end it without its connection.
final class Cancellations: Sendable {
    struct Work: Sendable, Hashable {
        let store: StoreAddress
        /// The extension that is installed; nil for what changes the store itself.
        let id: ExtensionID?

        fileprivate var text: String { id.map { "the install of \($0)" } ?? "what was fetched from \(store.text)" }
    }

    private struct State {
        var last = 0
        var running: [Int: (work: Work, end: AsyncStream<Void>.Continuation)] = [:]
    }

    private let state = Mutex(State())

    /// Ends all that is done of this; nothing where there is none.
    func cancel(_ work: Work) {
        let ends = state.withLock { $0.running.values.filter { $0.work == work }.map(\.end) }
        for end in ends { end.yield() }
    }

    /// Does this until it is done, or ended by `cancel`: then it is cancelled, and when it is over without a value, that is thrown as
    /// `.notPossibleNow`.
    func run<Value: Sendable>(_ work: Work, _ body: @escaping @Sendable () async throws -> Value) async throws -> Value
    {
        let (wishes, wish) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.last += 1
            state.running[state.last] = (work, wish)
            return state.last
        }
        defer { state.withLock { $0.running[number] = nil } }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                for await _ in wishes { break }
                return nil
            }
            defer { group.cancelAll() }
            if let value = try await group.next() ?? nil { return value }
            group.cancelAll()
            do {
                if let value = try await group.next() ?? nil { return value }
            } catch  where Task.isCancelled || !Self.isCancellation(error) {
                throw error
            } catch {}
            throw MayflyError(.notPossibleNow, "\(work.text) was cancelled")
        }
    }

    private static func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || (error as? MayflyError)?.cause is CancellationError
    }
}
