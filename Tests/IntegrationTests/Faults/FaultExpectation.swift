import MayflyModel

/// The receipt that must come of a fault: a cause and some of its particulars.
struct FaultExpectation: Sendable {
    /// The name of the cause, or `hostEnded` for a host that is killed, or `notStarted` for a library that no process opens.
    let cause: String
    /// Members of the receipt and their values; `none` for one that is null.
    let fields: [String: String]
    /// A part of the reason.
    let reason: String?

    static let keys: Set = ["phase", "signal", "status", "callback"]

    /// Reads `crashed signal=11 phase=open` and `refused reason=the rest of the line`.
    init(_ text: String) throws {
        let parts = text.split(separator: " reason=", maxSplits: 1)
        let words = (parts.first ?? "").split(separator: " ").map(String.init)
        guard let cause = words.first else { throw FaultGrammarError("'\(text)' expects nothing") }
        var fields: [String: String] = [:]
        for word in words.dropFirst() {
            let pair = word.split(separator: "=").map(String.init)
            guard pair.count == 2, Self.keys.contains(pair[0]) else {
                throw FaultGrammarError("'\(word)' is no particular of a receipt")
            }
            fields[pair[0]] = pair[1]
        }
        self.cause = cause
        self.fields = fields
        reason = parts.count > 1 ? String(parts[1]) : nil
    }

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

/// A first comment that does not keep to the grammar.
struct FaultGrammarError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension JSONValue {
    /// The text; nil for every other value.
    var text: String? { if case .text(let text) = self { text } else { nil } }
}
