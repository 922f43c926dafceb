internal import Foundation
internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyStore
internal import MayflyViews

extension Bench {
    /// How many calls the extension makes after each tap.
    private static let calls = 100.0

    /// A call that needs a permission, which the person has granted for good, beside a call on the same path of something that nobody
    /// provides, so that no permission is looked up. Both are made by one extension, because the placement of a worker changes more than
    /// either. It makes the next call when it has the answer; the time is that of one call.
    func measurePermissions() async throws -> [Figure] {
        let folder = stage.folder + "/calls"
        let bundle = try BenchPlugin.packCalls(into: folder)
        var providers = Providers()
        providers.purchase = EmptyShop()
        let host = try stage.host(bundlesIn: folder, providers: providers)
        for name in ["buyer", "seller"] { try host.createDevice(name) }
        try host.createConversation("calls", with: ["buyer", "seller"])
        let turns = max(plan.trips / 10, 2)
        let (granted, free) = try await host.withWindow(on: "calls", as: "buyer", showsQuestions: true) { window in
            try await window.open(bundle)
            try await window.tap("granted")
            guard let question = await window.question else {
                throw MayflyError(.internalFault, "the extension did not ask for its permission")
            }
            try await window.answer(question.number, .always)
            var (granted, free) = (Series(), Series())
            for turn in 0..<turns {
                // Neither is always the one that runs right after the other.
                if turn.isMultiple(of: 2) { granted.add(try await Self.timeOfCall("granted", in: window)) }
                free.add(try await Self.timeOfCall("free", in: window))
                if !turn.isMultiple(of: 2) { granted.add(try await Self.timeOfCall("granted", in: window)) }
            }
            return (granted, free)
        }
        return [Figure("permission.call", granted, floor: free, target: .floors(1.05))]
    }

    private static func timeOfCall(_ button: ControlName, in window: ConversationWindow) async throws -> Duration {
        let watch = Stopwatch()
        try await window.tap(button)
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
