internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyStore

extension Bench {
    /// How many calls the extension makes after each tap.
    private static let calls = 100.0

    /// A call that needs a permission, which the person has granted for good, beside the same call where nothing is provided, so that
    /// no permission is looked up. The extension makes the next call when it has the answer; the time is that of one call.
    func measurePermissions() async throws -> [Figure] {
        let folder = stage.folder + "/calls"
        let bundle = try BenchPlugin.packCalls(into: folder)
        var providers = Providers()
        providers.purchase = EmptyShop()
        let (shop, none) = (
            try stage.host(bundlesIn: folder, providers: providers), try stage.host(bundlesIn: folder)
        )
        for name in ["buyer", "reader"] { try shop.createDevice(name) }
        try shop.createConversation("calls", with: ["buyer", "reader"])
        let turns = max(plan.trips / 10, 2)
        let (granted, free) = try await shop.withWindow(on: "calls", as: "buyer", showsQuestions: true) { buyer in
            try await none.withWindow(on: "calls", as: "reader") { reader in
                for window in [buyer, reader] { try await window.open(bundle) }
                try await buyer.tap("calls")
                guard let question = await buyer.question else {
                    throw MayflyError(.internalFault, "the extension did not ask for its permission")
                }
                try await buyer.answer(question.number, .always)
                try await reader.tap("calls")
                var (granted, free) = (Series(), Series())
                for turn in 0..<turns {
                    // Neither is always the one that runs right after the other.
                    if turn.isMultiple(of: 2) { granted.add(try await Self.timeOfCall(in: buyer)) }
                    free.add(try await Self.timeOfCall(in: reader))
                    if !turn.isMultiple(of: 2) { granted.add(try await Self.timeOfCall(in: buyer)) }
                }
                return (granted, free)
            }
        }
        return [Figure("permission.call", granted, floor: free, target: .floors(1.05))]
    }

    private static func timeOfCall(in window: ConversationWindow) async throws -> Duration {
        let watch = Stopwatch()
        try await window.tap("calls")
        let elapsed = watch.elapsed
        if let failure = await window.failure { throw failure }
        return elapsed / calls
    }

    private struct EmptyShop: PurchaseProvider {
        func products(for request: ProviderRequest) async throws -> [Product] { [] }

        func ownedProducts(for request: ProviderRequest) async throws -> [Product] { [] }

        func buy(_ product: Product, for request: ProviderRequest) async throws -> PaymentOutcome { .unavailable }
    }
}
