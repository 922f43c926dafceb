import Foundation
import MayflyTestSupport
import Testing

/// A store that is served over HTTPS.
@Suite struct EncryptedStoreTests {
    /// Lets `body` use the command as a person who trusts the authority of the certificates, with a store that has this one.
    private static func with(
        _ kind: Certificates.Kind,
        _ body: @Sendable (Shop, Tool) async throws -> Void
    ) async throws {
        let certificates = try Certificates()
        let shop = try Shop(certificate: certificates.path(kind))
        try await Tool.with { tool in
            var tool = tool
            tool.variables = certificates.variables
            try await body(shop, tool)
        }
    }

    @Test func anExtensionIsInstalledAndNothingToldOfThePerson() async throws {
        try await Self.with(.good) { shop, tool in
            #expect(shop.server.address.hasPrefix("https://"))
            try await shop.install(with: tool)
            #expect(try await tool.installedVersion() == "1.0.0")
            let headers = try shop.server.headers()
            #expect(headers.count > 4)
            // Each answer has set a cookie.
            let common = [
                "host": "127.0.0.1:\(shop.server.port)", "user-agent": "mayfly", "accept": "*/*",
                "accept-encoding": "gzip",
            ]
            #expect(headers.allSatisfy { $0 == common }, "\(headers)")
        }
    }

    @Test(arguments: [Certificates.Kind.name, .expired, .unknown])
    func aServerThatCannotProveItsNameIsNotAdded(kind: Certificates.Kind) async throws {
        try await Self.with(kind) { shop, tool in
            let added = try await tool.run("store", "add", shop.server.address, "--fingerprint", shop.fingerprint)
            let fault = try #require(kind.fault)
            #expect(added.status == 1)
            #expect(
                added.errors.hasPrefix("mayfly: \(shop.server.address)/metadata/1.root.json: SSL"),
                "\(added.errors)"
            )
            #expect(added.errors.contains(fault), "\(added.errors)")
            #expect(try tool.state().isEmpty && shop.server.requests().isEmpty)
        }
    }

    @Test func aRedirectLeavesHTTPSNever() async throws {
        let plain = try Shop()
        try await Self.with(.good) { shop, tool in
            try await shop.add(to: tool)
            let bundle = plain.server.address + "/targets/"
            try shop.server.misbehave(.init("bundle.tar", "redirect", ["to": bundle]))
            let installed = try await tool.run("store", "install", Shop.id)
            #expect(
                installed.status == 1 && installed.errors.contains("Protocol \"http\" not supported"),
                "\(installed.errors)"
            )
            #expect(plain.server.requests().isEmpty)
            #expect(try tool.state(below: ["extensions"]).isEmpty)
            // To another place over HTTPS it may lead.
            try shop.server.misbehave(.init("/metadata/1.root.json", "redirect", ["to": "/metadata/moved.json"]))
            let root = try shop.scratch.bytes("store/metadata/1.root.json")
            try shop.scratch.write(root, to: "store/metadata/moved.json")
            #expect(try await tool.run("store", "remove", shop.server.address).status == 0)
            try await shop.add(to: tool)
            #expect(shop.server.requests().contains("/metadata/moved.json"))
        }
    }
}
