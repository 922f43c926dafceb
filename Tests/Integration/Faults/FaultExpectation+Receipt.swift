import MayflyFaults
import MayflyModel

extension FaultExpectation {
    /// Whether the receipt, a line of `mayfly launch --json`, says this.
    func isMet(by receipt: JSONValue) -> Bool {
        receipt["cause"].text == cause
            && fields.allSatisfy { key, value in Self.text(of: receipt[key]) == value }
            && (stack.map { Self.functions(of: receipt["stack"]).contains($0) } ?? true)
            && (reason.map { receipt["reason"].text?.contains($0) == true } ?? true)
    }

    private static func functions(of stack: JSONValue) -> [String] {
        guard case .list(let frames) = stack["frames"] else { return [] }
        return frames.compactMap { $0["symbol"].text }
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
