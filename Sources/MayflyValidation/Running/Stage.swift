internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

/// A host with a home folder of its own, on which an extension is tried: three people in one conversation.
struct Stage: Sendable {
    let host: ExtensionHost
    let bundle: ExtensionBundle
    let home: String
    let seed: UInt64
    let patience: Int
    /// The times of the launch that has begun last.
    let times: CallbackTimes
    private let servers: AskedServers

    static let people = ["alice", "bob", "carol"]
    private static let conversation = "chat"

    /// No deadline is shorter than on a person's machine; those that a check is about are longer, so that the check can tell by how
    /// much they were missed.
    static var policy: Policy {
        var policy = Policy()
        policy.launch = .seconds(20)
        policy.callback = .seconds(5)
        policy.resign = .seconds(5)
        policy.closing = .seconds(20)
        // Longer than all of them: an act of a person then ends with what became of the extension.
        policy.patience = .seconds(60)
        policy.linger = .zero
        policy.crashLoop.failures = 0
        return policy
    }

    /// Makes the host, runs `body`, and removes the home folder on every path.
    static func with<Value: Sendable>(
        _ path: String,
        _ settings: RunSettings,
        policy: Policy,
        servers: AskedServers,
        _ body: @Sendable (Stage) async throws -> Value
    ) async throws -> Value {
        let home = settings.folder + "/run-\(UUID())"
        defer { try? FolderRemoval.remove(home) }
        let searchPath = SearchPath(folders: []).adding(bundleAt: path)
        let confinement = Confinement()
        let times = CallbackTimes()
        let host = try ExtensionHost(
            home: HomeFolder(path: home),
            searchPath: searchPath,
            policy: policy,
            confinement: confinement,
            clock: SystemClock(),
            launcher: confinement.launcher(
                program: try ExtensionHost.workerProgram(),
                deadline: policy.launch,
                loop: try EventLoop.running()
            ),
            watcher: times
        )
        for person in people { try host.createDevice(person) }
        try host.createConversation(conversation, with: people)
        let bundle = try host.catalog().bundle(addedTo: searchPath)
        let stage = Stage(
            host: host,
            bundle: bundle,
            home: home,
            seed: settings.seed,
            patience: settings.patience,
            times: times,
            servers: servers
        )
        return try await body(stage)
    }

    /// Lets `body` use a window of a person; `log` records what happens in it.
    func window<Value: Sendable>(
        of person: String,
        _ log: RunLog = RunLog(),
        languages: [String] = [],
        _ body: @Sendable (ConversationWindow) async throws -> Value
    ) async throws -> Value {
        try await host.withWindow(
            on: Self.conversation,
            as: person,
            showsQuestions: true,
            showsPayments: true,
            provides: [.camera, .photos],
            languages: Languages(languages),
            observer: { event in
                if case .process(_, .spawned, let process?) = event { times.note(launched: process) }
                servers.note(event)
                log.record(event)
            },
            body
        )
    }

    /// The folder of the extension's files on a person's device.
    func privateFolder(of person: String) throws -> String {
        let device = try host.device(named: person)
        return try host.folders(of: bundle.id, on: device.id).privateFolder
    }
}

extension Policy {
    /// The same with more time for everything that an extension does.
    func stretched(by factor: Int) -> Policy {
        var policy = self
        for limit in [\Policy.launch, \.callback, \.resign, \.closing, \.patience, \.service, \.cpuBudget, \.cpuWindow]
        {
            policy[keyPath: limit] *= factor
        }
        return policy
    }
}
