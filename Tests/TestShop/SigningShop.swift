import Foundation
import MayflyHost
import MayflyLinux
import MayflyModel

/// Sells one product and takes payments, without any money. What it answers, and the key that it signs with, a test puts into a folder.
///
/// `answer` has one of `done`, `cancelled`, `pending`, `failure` and `long`, and `seed` the seed of its key. To `charged` it adds a line for each
/// time that it was to charge something: a test sees there that it was not asked. `owned` has the ids of extensions for which the product was
/// bought, a line each.
struct SigningShop: PurchaseProvider, PaymentProvider {
    /// The environment variable that has the folder.
    static let variable = "MAYFLY_TEST_SHOP"

    struct Failure: Error {}

    let folder: String

    func products(for request: ProviderRequest) async throws -> [Product] {
        guard let price = Price(minorUnits: 199, currency: "EUR") else { throw Failure() }
        return [Product(id: "theme", title: "Dark", price: price)]
    }

    func ownedProducts(for request: ProviderRequest) async throws -> [Product] {
        guard FileManager.default.fileExists(atPath: folder + "/owned") else { return [] }
        let owners = try String(contentsOfFile: folder + "/owned", encoding: .utf8).split(separator: "\n")
        return owners.contains("\(request.extensionID)"[...]) ? try await products(for: request) : []
    }

    func buy(_ product: Product, for request: ProviderRequest) async throws -> PaymentOutcome {
        let outcome = try charge(product.price, for: request)
        if case .done = outcome {
            let path = folder + "/owned"
            let earlier = FileManager.default.contents(atPath: path) ?? Data()
            try (earlier + Data("\(request.extensionID)\n".utf8)).write(to: URL(filePath: path), options: .atomic)
        }
        return outcome
    }

    func pay(_ price: Price, label: String, for request: ProviderRequest) async throws -> PaymentOutcome {
        try charge(price, for: request)
    }

    private func charge(_ price: Price, for request: ProviderRequest) throws -> PaymentOutcome {
        let statement = "\(price.currency) \(price.minorUnits) \(request.extensionID)"
        let file = try FileHandle(forUpdating: URL(filePath: folder + "/charged"))
        try file.seekToEnd()
        try file.write(contentsOf: Data("\(statement)\n".utf8))
        try file.close()
        switch String(decoding: try Data(contentsOf: URL(filePath: folder + "/answer")), as: UTF8.self) {
        case "done": return .done(receipt: try receipt(of: statement))
        case "cancelled": return .cancelled
        case "pending": return .pending
        case "long": return .done(receipt: [UInt8](repeating: 0x2B, count: PaymentOutcome.mostReceiptBytes + 1))
        default: throw Failure()
        }
    }

    /// What was charged and to whom it goes, a semicolon, and the signature of that.
    private func receipt(of statement: String) throws -> [UInt8] {
        let seed = [UInt8](try Data(contentsOf: URL(filePath: folder + "/seed")))
        guard let key = Ed25519.PrivateKey(seed: seed) else { throw Failure() }
        let signature = key.signature(of: Array(statement.utf8))
        return Array("\(statement);\(Data(signature).base64EncodedString())".utf8)
    }
}
