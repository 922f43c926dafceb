internal import MayflyModel
internal import Synchronization

/// What runs of extensions need.
package struct RunSettings: Sendable {
    /// An empty folder of the caller, in which each run makes a home folder, and removes it.
    package var folder: String
    /// The largest number of checks at a time, and so of runs.
    package var jobs: Int
    /// Decides the order of checks and taps; 0 leaves the order of the list and of the card.
    package var seed: UInt64
    /// Multiplies all limits of time, for a machine that does much else.
    package var patience: Int

    package init(folder: String, jobs: Int = 1, seed: UInt64 = 0, patience: Int = 1) {
        (self.folder, self.jobs, self.seed, self.patience) = (folder, jobs, seed, patience)
    }
}

/// The runs of one extension. Each is carried out when a check first asks for it, in a host, a home folder and worker processes of
/// its own, and its record is kept for the other checks that judge it.
final class ExtensionRuns: Sendable {
    let path: String
    let settings: RunSettings
    /// The servers for which the extension has asked.
    let servers = AskedServers()
    private let records = Mutex<[String: any Sendable]>([:])

    init(path: String, settings: RunSettings) { (self.path, self.settings) = (path, settings) }

    /// The record of the run of that name, which `carryOut` makes once. Throws what `carryOut` threw, and `RunTimeout` where it took
    /// longer than a run may.
    func record<Record: Sendable>(
        _ name: String,
        policy: Policy = Stage.policy,
        _ carryOut: @escaping @Sendable (Stage) async throws -> Record
    ) async throws -> Record {
        let task = records.withLock { records in
            if let task = records[name] as? Task<Record, any Error> { return task }
            let task = Task<Record, any Error> { [path, settings, servers] in
                try Task.checkCancellation()
                return try await Deadline.run(within: Deadline.seconds * settings.patience) {
                    try await Stage.with(
                        path,
                        settings,
                        policy: policy.stretched(by: settings.patience),
                        servers: servers,
                        carryOut
                    )
                }
            }
            records[name] = task
            return task
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

/// A run did not end in time, though each step of it has a deadline.
struct RunTimeout: Error, CustomStringConvertible {
    let seconds: Int
    var description: String { "it did not end within \(seconds) seconds" }
}

/// The end of runs that hang.
enum Deadline {
    static let seconds = 180

    static func run<Value: Sendable>(
        within seconds: Int,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            while let value = try await group.next() {
                if let value { return value }
                group.cancelAll()
                // What the cancelled run leaves is removed before the next one.
                _ = try? await group.next()
                throw RunTimeout(seconds: seconds)
            }
            throw RunTimeout(seconds: seconds)
        }
    }
}
