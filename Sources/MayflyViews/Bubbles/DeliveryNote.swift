public import MayflyModel

/// A note on the delivery of a bubble.
public enum DeliveryNote {
    /// A few words, such as `on its way`; nil for an item that is sent or received.
    public static func text(of bubble: Bubble) -> String? {
        switch bubble.delivery {
        case .sent, .received: nil
        case .sending: "on its way"
        case .failed: "not delivered\(bubble.failure.map { ": " + SafeText.line($0.message) } ?? "")"
        }
    }
}
