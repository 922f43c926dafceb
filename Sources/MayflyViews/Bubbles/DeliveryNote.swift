public import MayflyModel

/// A note on the delivery of an item.
public enum DeliveryNote {
    /// A few words, such as `on its way`; nil for an item that is sent or received.
    public static func text(_ delivery: DeliveryState, of item: Item) -> String? {
        switch delivery {
        case .sent, .received: nil
        case .sending: "on its way"
        case .failed: "not delivered\(item.message?.error.map { ": " + SafeText.line($0.message) } ?? "")"
        }
    }
}
