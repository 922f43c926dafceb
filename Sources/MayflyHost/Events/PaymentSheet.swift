public import MayflyModel

/// What a person is shown before an extension gets money of theirs. The sheet is the host's own: nothing is charged before they agree, and then
/// exactly this price.
public struct PaymentSheet: Sendable, Hashable {
    /// What is paid for.
    public enum Purpose: Sendable, Hashable {
        /// A payment to the publisher of the extension. The label says what for, in the words of the extension, which nobody has checked:
        /// show it as such. It is safe to show in one line.
        case payment(label: String)
        /// A product of the extension: its id, and its title as the `PurchaseProvider` lists it, safe to show in one line.
        case product(id: String, title: String)
    }

    /// Names the sheet in its window.
    public let number: Int
    /// Which extension gets the money.
    public let extensionID: ExtensionID
    /// Its name, safe to show in one line.
    public let name: String
    /// How much the provider charges. `Price.description` has it as people read it.
    public let price: Price
    /// What for.
    public let purpose: Purpose

    package init(number: Int, extensionID: ExtensionID, name: String, price: Price, purpose: Purpose) {
        self.number = number
        self.extensionID = extensionID
        self.name = name
        self.price = price
        self.purpose = purpose
    }
}
