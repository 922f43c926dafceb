package import MayflyHost
internal import MayflyModel

extension Shapes {
    /// What a person is to pay.
    package static let paymentSheet = Shape<PaymentSheet>.object(
        "Payment",
        "What a person is shown before an extension gets money of theirs: show all of it.",
        paymentFields
    )

    static let paymentFields: [Field<PaymentSheet>] = [
        extensionID { $0.extensionID },
        Field("payment", .integer, "The number of the sheet in its window.") { $0.number },
        Field("name", .text, "The name of the extension that gets the money.") { $0.name },
        Field("price", .text, "The amount as people read it, such as 'EUR 12.50'.") { $0.price.description },
        Field("amount", .integer, "The amount in the smallest unit of the currency.") {
            Int64(clamping: $0.price.minorUnits)
        },
        Field("currency", .text, "The currency, by its three letters of ISO 4217.") { $0.price.currency },
        Field(
            "decimals",
            Shape<Int>.integer.nullable,
            "How many digits of the amount stand behind the point (ISO 4217); null where the host does not know the currency: 'price' says then that these are minor units."
        ) { $0.price.decimals },
        .sometimes("label", .text, "For a payment: what for, in the words of the extension, which nobody has checked.")
        {
            if case .payment(let label) = $0.purpose { label } else { nil }
        },
        .sometimes("product", .text, "For a product: its id.") {
            if case .product(let id, _) = $0.purpose { id } else { nil }
        },
        .sometimes("title", .text, "For a product: its title, as the shop lists it.") {
            if case .product(_, let title) = $0.purpose { title } else { nil }
        },
    ]
}
