import Foundation
import MayflyTestSupport
import Testing

/// `mayfly store` follows a store that python-tuf publishes, another implementation of The Update Framework (`.ci/setup tests` fetches it).
@Suite(.enabled("python-tuf is not here: see .ci/setup") { TUFLibrary.isThere })
struct WitnessStoreTests {
    private let shop: Shop
    private let result: ScratchFolder

    init() throws {
        (shop, result) = (try Shop(), try ScratchFolder())
        for version in ["2.0.0", "3.0.0"] { try shop.publish(version) }
        let program = Checkout.folder.appending(path: "Tests/Integration/Programs/witness_store.py").path
        let made = try Program(
            ["/usr/bin/python3", program, shop.path, result.path],
            adding: ["PYTHONPATH": TUFLibrary.path, "PYTHONDONTWRITEBYTECODE": "1"],
            takesErrors: true
        )
        try #require(made.status == 0, "\(made.output)")
    }

    private var store: String { result.at("store") }

    /// Puts what it has published in that step where the store is.
    private func serve(_ step: String) throws {
        try? FileManager.default.removeItem(atPath: store)
        try FileManager.default.copyItem(atPath: result.at(step), toPath: store)
    }

    @Test func aNewVersionAndNewKeysAreFollowed() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            try serve("one")
            let sum = try run("sha256sum", [store + "/metadata/1.root.json"]).prefix(64)
            let added = try await tool.run("store", "add", store, "--fingerprint", String(sum))
            #expect(added.output == "added The Shop with 1 extension\n" && added.errors.isEmpty, "\(added)")
            let installed = try await tool.run("store", "install", Shop.id)
            #expect(installed.output == "installed \(Shop.id) 1.0.0 from The Shop\n", "\(installed)")
            #expect(try await tool.run("store", "update", "--all").output == "everything is up to date\n")
            for (step, version) in [("two", "2.0.0"), ("three", "3.0.0")] {
                try serve(step)
                let updated = try await tool.run("store", "update", "--all")
                #expect(updated.output == "updated \(Shop.id) to \(version)\n" && updated.errors.isEmpty, "\(updated)")
                #expect(try await tool.installedVersion() == version)
                try await tool.expectLaunch()
            }
            let root = try #require(tool.state(below: ["stores"]).first { $0.key.hasSuffix("/root.json") }).value
            #expect([UInt8](root) == (try result.bytes("three/metadata/2.root.json")))
            // The former key of the timestamp signs nothing any more.
            let before = try tool.state()
            try FileManager.default.removeItem(atPath: store + "/metadata/timestamp.json")
            try FileManager.default.copyItem(
                atPath: result.at("two/metadata/timestamp.json"),
                toPath: store + "/metadata/timestamp.json"
            )
            let old = try await tool.run("store", "update", "--all")
            let sentence = "timestamp.json: needs signatures of 1 of 1 key of the role 'timestamp', and 0 are valid"
            #expect(
                old.status == 1 && old.errors == "mayfly: warning: \(store): \(sentence); \(Shop.advice)\n",
                "\(old)"
            )
            #expect(try tool.state() == before)
        }
    }
}

/// python-tuf, where it was fetched to.
private enum TUFLibrary {
    static let path = Checkout.folder.appending(path: ".build/tuf").path

    static var isThere: Bool {
        FileManager.default.fileExists(atPath: path + "/tuf/__init__.py")
            && (try? Program(["/usr/bin/python3", "-c", "import cryptography"], takesErrors: true))?.status == 0
    }
}
