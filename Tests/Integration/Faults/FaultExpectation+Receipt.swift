import MayflyFaults
import MayflyModel

extension FaultExpectation {
    /// Whether the receipt, a line of `mayfly launch --json`, says this.
    func isMet(by receipt: JSONValue) -> Bool {
        receipt["cause"].text == cause
            && fields.allSatisfy { key, value in Self.text(of: receipt[key]) == value }
            && (reason.map { receipt["reason"].text?.contains($0) == true } ?? true)
    }

    private static func text(of value: JSONValue) -> String {
        switch value {
        case .text(let text): text
        case .number: value.line
        default: "none"
        }
    }
}

extension JSONValue {
    /// The text; nil for every other value.
    var text: String? { if case .text(let text) = self { text } else { nil } }
}
