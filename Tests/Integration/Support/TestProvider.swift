import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import Synchronization

/// Provides what a test says, and counts how often it was asked. What was bought is owned from then on.
final class TestProvider: PictureProvider, PurchaseProvider, PaymentProvider {
    struct NoDevice: Error {}

    enum Answer: Sendable {
        case picture([UInt8]?)
        case outcome(PaymentOutcome)
        case failure
        /// Waits until the task is cancelled.
        case nothing
        /// Waits for longer than that.
        case deaf
    }

    private let state: Mutex<(answer: Answer, asked: [String], owned: [Product])>
    private let (asks, asksInput) = AsyncStream<Void>.makeStream()

    /// The id of the one product.
    private let product: String

    init(_ answer: Answer, selling product: String = "theme") {
        state = Mutex((answer, [], []))
        self.product = product
    }

    /// What it was asked for.
    var asked: [String] { state.withLock { $0.asked } }

    /// Waits until it is asked once more than when this was called last.
    func waitUntilAsked() async { for await _ in asks { return } }

    func answerWith(_ answer: Answer) { state.withLock { $0.answer = answer } }

    private func take(_ what: String) async throws -> Answer {
        let answer = state.withLock { state in
            state.asked.append(what)
            return state.answer
        }
        asksInput.yield()
        switch answer {
        case .failure: throw NoDevice()
        case .deaf:
            await Task.detached { try? await Task.sleep(for: .seconds(100_000)) }.value
            throw NoDevice()
        case .nothing:
            try await Task.sleep(for: .seconds(100_000))
            throw NoDevice()
        default: return answer
        }
    }

    func picture(for request: ProviderRequest) async throws -> [UInt8]? {
        if case .picture(let bytes) = try await take("picture for \(request.name), \(request.device.name)") {
            bytes
        } else {
            nil
        }
    }

    func products(for request: ProviderRequest) async throws -> [Product] {
        _ = try await take("products")
        return Price(minorUnits: 199, currency: "EUR").map { [Product(id: product, title: "Dark", price: $0)] } ?? []
    }

    func ownedProducts(for request: ProviderRequest) async throws -> [Product] {
        _ = try await take("owned")
        return state.withLock { $0.owned }
    }

    func buy(_ product: Product, for request: ProviderRequest) async throws -> PaymentOutcome {
        guard case .outcome(let outcome) = try await take("buy \(product.id) \(product.price)") else {
            return .unavailable
        }
        if case .done = outcome { state.withLock { $0.owned.append(product) } }
        return outcome
    }

    func pay(_ price: Price, label: String, for request: ProviderRequest) async throws -> PaymentOutcome {
        if case .outcome(let outcome) = try await take("pay \(price.currency) \(price.minorUnits) \(label)") {
            outcome
        } else {
            .unavailable
        }
    }

    /// All four.
    var everywhere: Providers {
        var providers = Providers()
        (providers.camera, providers.photos, providers.purchase, providers.payment) = (self, self, self, self)
        return providers
    }
}
