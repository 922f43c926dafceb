public import MayflyModel

/// What is worth knowing of an item's delivery.
public enum DeliveryNote {
    /// A few words, such as `on its way`; nil when all is well.
    public static func text(_ delivery: DeliveryState, of item: Item) -> String? {
        switch delivery {
        case .sent, .received: nil
        case .sending: "on its way"
        case .failed: "not delivered\(item.message?.error.map { ": " + SafeText.line($0.message) } ?? "")"
        }
    }
}
