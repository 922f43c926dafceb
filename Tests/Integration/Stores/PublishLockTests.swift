import Foundation
import MayflyLinux
import MayflyTestSupport
import Testing

/// Who may read the folder of a store does not hold its publisher up.
@Suite struct PublishLockTests {
    @Test func aLockOnTheFolderHoldsNobodyUp() async throws {
        let shop = try Shop()
        for folder in [shop.path, shop.path + "/metadata"] {
            guard let lock = FileLock(ofFolder: folder, owner: geteuid()) else {
                Issue.record("\(folder) is locked")
                continue
            }
            defer { extendLifetime(lock) }
            try await Tool.with { tool in
                let keys = ["targets", "snapshot", "timestamp"].flatMap { ["--key", shop.key($0)] }
                let outcome = try await tool.run(all: ["publish", "promote", shop.path, Shop.id] + keys)
                #expect(outcome.status == 0, "\(outcome.errors)")
            }
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: shop.path + "/.lock")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    /// What a killed program has left while it packed a bundle goes with the next change of the store.
    @Test func whatAKilledProgramHasLeftIsRemoved() async throws {
        let shop = try Shop()
        try shop.scratch.write("half", to: "store/targets/.packing-archive")
        try shop.scratch.write("half", to: "store/targets/.packing-library/unpacked/half.mayfly/manifest.json")
        let keys = ["targets", "snapshot", "timestamp"].flatMap { ["--key", shop.key($0)] }
        try await Tool.with { tool in
            let outcome = try await tool.run(all: ["publish", "promote", shop.path, Shop.id] + keys)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        #expect(try !shop.scratch.names("store/targets").contains { $0.hasPrefix(".packing-") })
        #expect(try shop.scratch.names("store/targets").contains(Shop.id))
    }

    /// The folder of a bundle takes the place of what came from a store: the person is told whose it is now.
    @Test func anInstallInPlaceOfAnExtensionFromAStoreSaysSo() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await tool.setUp()
            try await shop.install(with: tool)
            let bundle = try shop.bundle("1.1.0")
            let first = try await tool.run("install", bundle)
            #expect(first.status == 0)
            #expect(
                first.errors.contains("warning: it takes the place of \(Shop.id) that came from a store"),
                "\(first.errors)"
            )
            let second = try await tool.run("install", bundle)
            #expect(second.status == 0 && second.errors == "", "\(second.errors)")
        }
    }
}
