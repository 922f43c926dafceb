public import MayflyModel

/// Makes payments to the publishers of extensions.
public protocol PaymentProvider: Sendable {
    /// Makes a payment to which the person has agreed: the host has shown them this price, the extension and the label.
    ///
    /// - Parameters:
    ///   - price: exactly what is charged.
    ///   - label: what is paid for, in the words of the extension, which nobody has checked; safe to show in one line.
    /// - Throws: any error where nothing was paid: the extension is told that it is unavailable.
    func pay(_ price: Price, label: String, for request: ProviderRequest) async throws -> PaymentOutcome
}

/// Sells the products of extensions.
public protocol PurchaseProvider: Sendable {
    /// What the person can buy of the extension. At most 256 are used; of two with one id, the first.
    func products(for request: ProviderRequest) async throws -> [Product]

    /// What the person owns of it.
    func ownedProducts(for request: ProviderRequest) async throws -> [Product]

    /// Sells a product to a person who has agreed: the host has shown them this title and this price.
    ///
    /// - Parameter product: as `products` has listed it just before. Where its price is another one by now, do not charge that.
    /// - Throws: any error where nothing was sold: the extension is told that it is unavailable.
    func buy(_ product: Product, for request: ProviderRequest) async throws -> PaymentOutcome
}

/// A product of an extension.
public struct Product: Sendable, Hashable {
    /// Its id, which the extension knows.
    public let id: String
    /// Its name for the person, who sees it on the host's sheet.
    public let title: String
    /// What it costs.
    public let price: Price

    /// A product.
    public init(id: String, title: String, price: Price) {
        self.id = id
        self.title = title
        self.price = price
    }
}

/// What became of a payment.
public enum PaymentOutcome: Sendable, Hashable {
    /// It was made. The receipt is signed by the provider, so that the publisher's server can verify it; it has at most `mostReceiptBytes`.
    case done(receipt: [UInt8])
    /// The person has not paid.
    case cancelled
    /// It is not known yet.
    case pending
    /// Nothing can be paid.
    case unavailable

    /// The longest receipt.
    public static let mostReceiptBytes = 65_536
}
