import Foundation
import MayflyBundles
import MayflyDistribution
import MayflyModel
import MayflyRepository
import MayflyTestSupport
import Testing

/// A store with copies of Tally under other ids, at its publisher: its folder, its keys, and its web server.
final class Shop: Sendable {
    static let id = "org.shop.tally"
    let scratch: ScratchFolder
    let server: StoreServer
    private let secrets: [String: SigningKey]

    /// What the error of a file that breaks a rule of trust says at its end.
    static let advice = "nothing of it is used: try again later, and if it stays, tell whoever runs the store"

    /// What the keys are for. All of them are files `keys/NAME.key`.
    static let names = ["root-1", "root-2", "targets", "snapshot", "timestamp", "shop"]

    /// Makes the store, publishes version 1.0.0 of `id`, and serves it. `age` is how long ago that was. With the
    /// path of a `certificate` and its key it is served over HTTPS.
    init(age: Duration = .zero, permissions: [String] = [], certificate: String? = nil) throws {
        scratch = try ScratchFolder()
        try scratch.makeFolder("keys")
        var secrets: [String: SigningKey] = [:]
        for name in Self.names {
            _ = try KeyFile.make(at: scratch.at("keys/\(name)"))
            secrets[name] = try KeyFile.privateKey(at: scratch.at("keys/\(name).key"))
        }
        self.secrets = secrets
        try scratch.makeFolder("store")
        server = try StoreServer(scratch.at("store"), certificate: certificate)
        let folder = folder(age: age)
        try folder.create(
            named: "The Shop",
            keys: StoreKeys(
                root: [shared("root-1"), shared("root-2")],
                targets: shared("targets"),
                snapshot: shared("snapshot"),
                timestamp: shared("timestamp")
            )
        )
        try folder.addPublisher("shop", prefixes: ["org.shop."], key: shared("shop"))
        try stage("1.0.0", permissions: permissions)
        try sign(age: age)
    }

    var path: String { scratch.at("store") }

    func key(_ name: String) -> String { scratch.at("keys/\(name).key") }

    func shared(_ name: String) throws -> PublicKey { try KeyFile.publicKey(at: scratch.at("keys/\(name).pub")) }

    /// The archive of a version as it is served: its path below the store, and its bytes.
    func storedArchive(_ version: String, of id: String = id) throws -> (path: String, bytes: [UInt8]) {
        let names = try scratch.names("store/targets/\(id)/\(version)")
        let name = try #require(names.first { $0.hasSuffix(".bundle.tar") })
        let path = "targets/\(id)/\(version)/\(name)"
        return (path, try scratch.bytes("store/\(path)"))
    }

    /// The SHA-256 of these bytes, as another program makes it.
    func sha256(of bytes: [UInt8]) throws -> String {
        let file = try scratch.write(bytes, to: "summed")
        return String(try MayflyTestSupport.run("sha256sum", [file]).prefix(64))
    }

    /// The folder as at a time before now.
    func folder(age: Duration = .zero) -> RepositoryFolder {
        let now = Date().timeIntervalSince1970 - Double(age.components.seconds)
        return RepositoryFolder(path: path, now: Timestamp(rawValue: Int64(now * 1000)))
    }

    func sign(age: Duration = .zero, renewsTimestamp: Bool = false) throws {
        let missing = try folder(age: age).sign(with: Array(secrets.values), renewsTimestamp: renewsTimestamp)
        try #require(missing.isEmpty)
    }

    /// A copy of Tally under another id.
    @discardableResult
    func bundle(
        _ version: String,
        of id: String = id,
        permissions: [String] = [],
        more: Int = 0,
        app: [String: String]? = nil
    ) throws -> String {
        let path = scratch.at("bundles/\(id)-\(version).mayfly")
        try scratch.makeFolder("bundles")
        try FileManager.default.copyItem(atPath: Samples.tally, toPath: path)
        let manifest = "bundles/\(id)-\(version).mayfly/manifest.json"
        let read = try JSONSerialization.jsonObject(with: Data(scratch.bytes(manifest)))
        var members = try #require(read as? [String: Any])
        members["id"] = id
        members["version"] = version
        members["name"] = "Shop Tally"
        members["app"] = app
        members["permissions"] = permissions.map { ["name": $0, "reason": "We need \($0)"] }
        try scratch.write(Array(JSONSerialization.data(withJSONObject: members)), to: manifest)
        if more > 0 {
            // Not all the same, so that nothing on the way makes it small.
            var generator = SeededGenerator(state: 1)
            var bytes: [UInt8] = []
            while bytes.count < more { withUnsafeBytes(of: generator.next()) { bytes += $0 } }
            try scratch.write(bytes, to: "bundles/\(id)-\(version).mayfly/more")
        }
        return path
    }

    func stage(
        _ version: String,
        of id: String = id,
        permissions: [String] = [],
        more: Int = 0,
        app: [String: String]? = nil,
        changes: String = "",
        built: Timestamp? = nil
    ) throws {
        _ = try folder().add(
            bundleAt: bundle(version, of: id, permissions: permissions, more: more, app: app),
            notes: OfferNotes(changes: changes),
            built: built ?? Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000))
        )
    }

    /// Publishes another version.
    func publish(
        _ version: String,
        of id: String = id,
        permissions: [String] = [],
        more: Int = 0,
        app: [String: String]? = nil,
        changes: String = "",
        built: Timestamp? = nil
    ) throws {
        try stage(version, of: id, permissions: permissions, more: more, app: app, changes: changes, built: built)
        try sign()
    }

    var fingerprint: String {
        get throws {
            let found = try folder().fingerprint()
            return try #require(found)
        }
    }

    /// Adds the store to a home folder.
    func add(to tool: Tool) async throws {
        let added = try await tool.run("store", "add", server.address, "--fingerprint", fingerprint)
        try #require(added.status == 0, "\(added.errors)")
    }

    /// The same, and installs what is the latest.
    func install(with tool: Tool) async throws {
        try await add(to: tool)
        let installed = try await tool.run("store", "install", Self.id, "--yes")
        try #require(installed.status == 0, "\(installed.errors)")
    }
}

extension Shop {
    /// The day on which its timestamp expires.
    var lastDay: String {
        get throws {
            let timestamp = String(decoding: try scratch.bytes("store/metadata/timestamp.json"), as: UTF8.self)
            return String(try #require(timestamp.firstMatch(of: #/"expires":"(\d{4}-\d\d-\d\d)T/#)?.1))
        }
    }

    /// Makes a home folder as it was so long ago, when the files of the store were new: with an install of each version.
    func addAndInstall(asBefore age: Duration, in tool: Tool) async throws {
        try await OwnThread.run {
            let then = Timestamp(
                rawValue: Int64((Date().timeIntervalSince1970 - Double(age.components.seconds)) * 1000)
            )
            let stores = Stores(home: tool.home, fetchProgram: Bundle.main.bundlePath + "/mayfly-fetch") { then }
            let store = try stores.add(stores.introduce(StoreAddress(self.server.address)))
            for offer in store.offers.sorted(by: { $0.version < $1.version }) {
                _ = try stores.install(offer, from: store, with: .init(home: tool.home))
            }
        }
    }
}

extension Shop {
    /// A home folder in which version 1.0.0 is installed while the store has 2.0.0.
    static func withUpdate(_ body: @Sendable (Shop, Tool) async throws -> Void) async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.install(with: tool)
            try shop.publish("2.0.0")
            try await body(shop, tool)
        }
    }
}

extension Tool {
    /// The version of an extension that is installed; nil without one.
    func installedVersion(_ id: String = Shop.id) async throws -> String? {
        let info = try await run("info", id, "--json")
        guard info.status == 0 else { return nil }
        return try info.events().first?["version"] as? String
    }

    /// Fails unless the extension launches. The conversation of `setUp` must be there.
    func expectLaunch(_ id: String = Shop.id, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let script = "tap plus\n"
        let launch = try await run(
            "launch",
            id,
            "--conversation",
            "chat",
            "--as",
            "alice",
            "--script",
            "-",
            script: script
        )
        #expect(launch.status == 0, "\(launch.errors) \(launch.output)", sourceLocation: sourceLocation)
    }

    /// Writes something else in place of the root of the store that was added.
    func damageStore() throws {
        let root = try #require(state(below: ["stores"]).keys.first { $0.hasSuffix("/root.json") })
        try Data("no root".utf8).write(to: URL(filePath: "\(home)/\(root)"))
    }

    /// All files of the home folder with their bytes, but those of the database, and without what only locks.
    func state(below folders: [String] = ["stores", "extensions"]) throws -> [String: Data] {
        var state: [String: Data] = [:]
        for folder in folders {
            let paths = (try? FileManager.default.subpathsOfDirectory(atPath: "\(home)/\(folder)")) ?? []
            for path in paths where !path.hasSuffix(".lock") {
                let whole = "\(home)/\(folder)/\(path)"
                if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: whole) {
                    state["\(folder)/\(path)"] = Data(target.utf8)
                } else {
                    state["\(folder)/\(path)"] = (try? Data(contentsOf: URL(filePath: whole))) ?? Data()
                }
            }
        }
        return state
    }
}
