/// What the user pays for, to the publisher of the extension.
public struct Payment: Hashable, Sendable {
    /// What is paid for: one line of 1 to 80 characters, which the user sees as the extension's words.
    public var label: String
    /// The amount in the smallest unit of the currency, such as cents: 1 to 1,000,000,000.
    public var amount: UInt64
    /// The currency: three capital letters (ISO 4217).
    public var currency: String

    /// A payment. 1250 and `EUR` are 12.50 euros.
    public init(label: String, amount: UInt64, currency: String) {
        self.label = label
        self.amount = amount
        self.currency = currency
    }
}

/// Something that the user can buy of the extension.
public struct Product: Hashable, Sendable {
    /// Its id, for ``Conversation/buy(_:completion:)``.
    public let id: String
    /// Its name.
    public let title: String
    /// Its price in the smallest unit of the currency.
    public let amount: UInt64
    /// The currency of the price: three capital letters (ISO 4217).
    public let currency: String
}

/// What became of a payment. Only ``done(receipt:)`` means that it was made.
public enum PaymentOutcome: Hashable, Sendable {
    /// It was made. The provider of the app has signed the receipt: have your server verify it.
    case done(receipt: [UInt8])
    /// The user has not paid.
    case cancelled
    /// It is not known yet, for example because somebody else has to agree.
    case pending
    /// Nothing can be paid here.
    case unavailable
}
