/// What a person answers on the host's sheet of a payment.
public enum PaymentAnswer: String, Sendable, Hashable, CaseIterable {
    /// The provider may charge the amount that the sheet shows.
    case pay
    /// Nothing is charged.
    case cancel
}
