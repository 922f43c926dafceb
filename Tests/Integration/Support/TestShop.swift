import Foundation
import MayflyLinux
import MayflyTestSupport
import Testing

/// The shop of the program `mayfly-test-shop`: it sells for the plugin `services`, and signs its receipts.
struct TestShop: Sendable {
    /// The plugin that buys and has people pay.
    static let id = ServicesPlugin.id
    static let program = "mayfly-test-shop"

    private let folder: String
    private let publicKey: [UInt8]

    static func bundle() throws -> String {
        try ServicesPlugin.bundle(asking: ["camera", "photos", "purchase", "payment"])
    }

    /// A command with that shop, in a home folder without people.
    static func with(
        bundles: [String] = [],
        _ body: @Sendable (Tool, TestShop) async throws -> Void
    ) async throws {
        let scratch = try ScratchFolder()
        let seed = Ed25519.newSeed()
        let key = try #require(Ed25519.PrivateKey(seed: seed))
        let shop = TestShop(folder: scratch.path, publicKey: key.publicKey)
        try Data(seed).write(to: URL(filePath: scratch.at("seed")))
        try Data().write(to: URL(filePath: scratch.at("charged")))
        try shop.answer("done")
        try await Tool.with(bundles: bundles + [try bundle()]) { tool in
            var tool = tool
            tool.program = program
            tool.variables = ["MAYFLY_TEST_SHOP": shop.folder]
            try await body(tool, shop)
        }
        withExtendedLifetime(scratch) {}
    }

    /// What it answers from now on: `done`, `cancelled`, `pending`, `failure` or `long`.
    func answer(_ answer: String) throws {
        try Data(answer.utf8).write(to: URL(filePath: folder + "/answer"), options: .atomic)
    }

    /// What it was to charge so far.
    var charged: [String] {
        get throws {
            let text = try String(contentsOfFile: folder + "/charged", encoding: .utf8)
            return text.split(separator: "\n").map(String.init)
        }
    }

    /// Whether the receipt says this, and the shop has signed it.
    func hasSigned(_ receipt: some StringProtocol, for statement: String) -> Bool {
        let parts = receipt.split(separator: ";", maxSplits: 1)
        guard parts.count == 2, parts[0] == statement, let signature = Data(base64Encoded: String(parts[1])) else {
            return false
        }
        return Ed25519.isValid([UInt8](signature), of: Array(statement.utf8), by: publicKey)
    }
}
