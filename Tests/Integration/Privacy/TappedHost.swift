import Foundation
import MayflyABI
import MayflyBundles
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import MayflyWorkers
import Testing

/// A host whose workers are tapped, with bundles that are installed in its home folder.
struct TappedHost {
    static let conversation = "Überraschung für Łukasz"
    static let names = ["Zoë Ångström", "Ольга Крылова", "李小龍"]

    let host: ExtensionHost
    let home: HomeFolder
    let tap: WireTap
    /// The same home folder, as another program has it.
    let store: Store

    static func with(
        bundles: [String],
        policy: Policy = .immediate,
        sessionStates: (any SessionStateProvider)? = nil,
        _ body: @Sendable (TappedHost) async throws -> Void
    ) async throws {
        try await HostPermits.withPermit { try await make(bundles, policy, sessionStates, body) }
    }

    private static func make(
        _ bundles: [String],
        _ policy: Policy,
        _ sessionStates: (any SessionStateProvider)?,
        _ body: (TappedHost) async throws -> Void
    ) async throws {
        let home = HomeFolder(path: NSTemporaryDirectory() + "mayfly-tapped-\(UUID())")
        defer { try? FileManager.default.removeItem(atPath: home.path) }
        let tap = WireTap(
            Confinement().launcher(
                program: Bundle.main.bundlePath + "/mayfly-worker",
                deadline: Policy.immediate.launch,
                loop: try EventLoop.running()
            )
        )
        let host = try ExtensionHost(
            home: home,
            searchPath: SearchPath(home: home.path, environment: [:], executableFolder: nil, currentFolder: home.path),
            policy: policy,
            clock: SystemClock(),
            launcher: tap,
            sessionStates: sessionStates
        )
        for bundle in bundles { try host.install(bundleAt: bundle) }
        for name in names { try host.createDevice(name) }
        try host.createConversation(conversation, with: names)
        try await body(TappedHost(host: host, home: home, tap: tap, store: try Store(home: home)))
    }

    /// Opens a window of the person with that number.
    func window<Value: Sendable>(
        _ person: Int,
        trace: Trace = Trace(),
        _ body: @Sendable (ConversationWindow) async throws -> Value
    ) async throws -> Value {
        try await host.withWindow(
            on: Self.conversation,
            as: Self.names[person],
            observer: { trace.record($0) },
            body
        )
    }

    func bundle(_ id: String) throws -> ExtensionBundle { try host.catalog().find(id) }

    var devices: [DeviceRecord] {
        get throws { try Self.names.map { try store.device(named: $0) } }
    }

    /// How an extension on a device knows the three.
    func identities(of id: String, _ person: Int) throws -> Identities {
        let extensionID = try #require(ExtensionID(rawValue: id))
        let devices = try devices
        let local = devices[person]
        return Identities(
            salt: try store.install(of: extensionID, on: local.id),
            local: local.owner,
            remote: devices.filter { $0 != local }.map(\.owner)
        )
    }

    /// Everything that no extension may learn.
    func secrets() throws -> [Secret] {
        let record = try store.conversation(named: Self.conversation)
        var secrets = [Secret("the conversation", text: record.name)]
        var ids: [(String, UUID128)] = [("the conversation", record.id.value)]
        for device in try devices {
            secrets.append(Secret("the name", text: device.name))
            // A part of a name is as good as the whole.
            secrets += device.name.split(separator: " ").map { Secret("a part of a name", text: String($0)) }
            ids.append(("the device and participant", device.id.value))
            for event in try store.log(of: record.id, on: device.id) {
                if case .sent(let items) = event { ids += items.map { ("the item", $0.id.value) } }
            }
        }
        for (what, id) in ids { secrets += [Secret(what, textOf: id), Secret(what, bytesOf: id)] }
        for (what, text) in Self.account where text.utf8.count > 2 { secrets.append(Secret(what, text: text)) }
        return secrets
    }

    private static var account: [(String, String)] {
        [
            ("the user", NSUserName()), ("the user's full name", NSFullUserName()),
            ("the user's folder", NSHomeDirectory()),
            ("this machine", ProcessInfo.processInfo.hostName),
        ]
    }
}
