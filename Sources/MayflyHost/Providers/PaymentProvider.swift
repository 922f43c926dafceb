public import MayflyModel

/// Makes payments to the publishers of extensions.
public protocol PaymentProvider: Sendable {
    /// Shows the person the amount with the currency, the extension and the label, and makes the payment if they agree.
    ///
    /// - Parameter label: what is paid for, in the words of the extension, which nobody has checked; safe to show in one line.
    /// - Throws: any error where nothing can be paid: the extension is told that it is unavailable.
    func pay(_ price: Price, label: String, for request: ProviderRequest) async throws -> PaymentOutcome
}

/// Sells the products of extensions.
public protocol PurchaseProvider: Sendable {
    /// What the person can buy of the extension.
    func products(for request: ProviderRequest) async throws -> [Product]

    /// What the person owns of it.
    func ownedProducts(for request: ProviderRequest) async throws -> [Product]

    /// Shows the person the product with its price, and sells it if they agree.
    ///
    /// - Parameter product: the id that the extension gives, of at most 255 bytes.
    /// - Throws: any error where nothing can be sold: the extension is told that it is unavailable.
    func buy(_ product: String, for request: ProviderRequest) async throws -> PaymentOutcome
}

/// A product of an extension.
public struct Product: Sendable, Hashable {
    /// Its id, which the extension knows.
    public let id: String
    /// Its name for the person.
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
