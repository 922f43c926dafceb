import Foundation
import MayflyRepository
import MayflyTestSupport
import Testing

/// A publisher's file that has expired, in a store whose other files are new.
@Suite struct ExpiredPublisherTests {
    private static let age = Duration.seconds(366 * 86_400)

    /// The store, and the day on which the file has expired.
    private static func shop() throws -> (shop: Shop, day: String) {
        let shop = try Shop(age: age)
        try shop.folder(age: age).renew([.publisher("shop")])
        try shop.folder().renew([.root, .targets])
        try shop.sign(renewsTimestamp: true)
        let text = String(decoding: try shop.scratch.bytes("store/metadata/2.shop.json"), as: UTF8.self)
        return (shop, String(try #require(text.firstMatch(of: #/"expires":"(\d{4}-\d\d-\d\d)T/#)?.1)))
    }

    @Test func nothingOfItIsInstalled() async throws {
        let (shop, day) = try Self.shop()
        try await Tool.with { tool in
            try await tool.setUp()
            let added = try await tool.run("store", "add", shop.server.address, "--fingerprint", shop.fingerprint)
            #expect(added.status == 0, "\(added.errors)")
            #expect(try await tool.run("store", "list").output.contains(Shop.id))
            let before = try tool.state()
            for command in [["install", Shop.id, "--yes"], ["install", "\(Shop.id)@1.0.0", "--yes"]] {
                let refused = try await tool.run(all: ["store"] + command)
                #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
                #expect(refused.errors.contains("the list of the publisher 'shop'"), "\(refused.errors)")
                #expect(refused.errors.contains("expired on \(day)"), "\(refused.errors)")
            }
            #expect(try tool.state() == before)
            #expect(try await tool.installedVersion() == nil)
        }
    }

    @Test func whatIsInstalledRunsOn() async throws {
        let (shop, day) = try Self.shop()
        try await Tool.with { tool in
            try await tool.setUp()
            let added = try await tool.run("store", "add", shop.server.address, "--fingerprint", shop.fingerprint)
            #expect(added.status == 0, "\(added.errors)")
            // As it was installed when the file was new.
            let bundle = try shop.bundle("0.9.0")
            let installed = try await tool.run("install", bundle)
            #expect(installed.status == 0, "\(installed.errors)")
            let refused = try await tool.run("store", "install", Shop.id, "--from", shop.server.address, "--yes")
            #expect(
                refused.status == 1 && refused.errors.contains("the list of the publisher 'shop'"),
                "\(refused.errors)"
            )
            #expect(refused.errors.contains("expired on \(day)"), "\(refused.errors)")
            #expect(try await tool.installedVersion() == "0.9.0")
            try await tool.expectLaunch()
        }
    }
}
