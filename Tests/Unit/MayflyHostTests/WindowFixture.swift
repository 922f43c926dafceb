import MayflyBundles
import MayflyModel
import MayflyStore
import MayflyStoreSupport
import MayflyWorkers
import Synchronization
import Testing

@testable import MayflyHost

/// What a part of a window works with, on the device of alice, who talks with bob: a real store and a clock of the test. No
/// extension can be started.
final class WindowFixture {
    private struct NoWorkers: WorkerLauncher {
        func launch(_ files: WorkerFiles, _ order: LaunchRequest, within policy: Policy) async throws(MayflyError)
            -> LaunchedProcess
        {
            throw MayflyError(.launchFailed, "this test starts no worker")
        }

        func missingLayers(for runtime: Runtime) async throws(MayflyError) -> [SandboxLayer: String] { [:] }
    }

    private struct NoPressure: MemoryPressure {
        func watch(on loop: EventLoop, _ isShort: @escaping () -> Void) -> MemoryPressureWatch? { nil }
    }

    /// What the observer was told.
    private final class Announcements: Sendable {
        let list = Mutex<[String]>([])
        /// Is called once, when the next transcript is announced.
        let interruption = Mutex<(@Sendable () throws -> Void)?>(nil)

        func note(_ event: HostEvent) {
            let line =
                switch event {
                case .draft(let draft): "draft '\(draft.text)'"
                case .transcript(let page): "transcript of \(page.count)"
                default: "\(event)"
                }
            list.withLock { $0.append(line) }
            guard case .transcript = event, let interrupt = interruption.withLock({ $0.take() }) else { return }
            do { try interrupt() } catch { Issue.record(error) }
        }
    }

    private let home: StoreFixture
    private let announcements = Announcements()
    let chat: Chat
    let clock = HandClock()
    let scope: WindowScope

    /// What the observer was told: `draft 'TEXT'`, `transcript of COUNT`.
    var announced: [String] { announcements.list.withLock(\.self) }

    /// Does this in the middle of the next change of the transcript, as another program could.
    func interruptNextTranscript(by act: @escaping @Sendable () throws -> Void) {
        announcements.interruption.withLock { $0 = act }
    }

    init() throws {
        home = StoreFixture()
        chat = try home.chat()
        let services = try HostServices(
            store: chat.store,
            searchPath: SearchPath(folders: []),
            policy: Policy(),
            confinement: .none,
            clock: clock,
            launcher: NoWorkers(),
            sessionStates: LocalSessionStates(store: chat.store),
            pressure: NoPressure(),
            mediaWorker: "/nowhere",
            network: NetworkBroker(program: "/nowhere", reach: .everyPublicServer, deadline: .seconds(1)),
            providers: Providers(),
            transport: LoopbackTransport(store: chat.store)
        )
        let conversation = try chat.store.conversation(named: "chat")
        scope = try WindowScope(
            services: services,
            device: chat.devices[0],
            conversation: conversation,
            showsQuestions: false,
            showsPayments: false
        ) { [announcements] in announcements.note($0) }
    }
}
