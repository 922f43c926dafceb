/// The expected receipt of a fault: a cause and some of its details.
package struct FaultExpectation: Sendable {
    /// The name of the cause; or `hostEnded` if the host is killed, or `notStarted` if no process opens the library.
    package let cause: String
    /// Members of the receipt with their values; `none` for null.
    package let fields: [String: String]
    /// A function that is in the stack of the receipt.
    package let stack: String?
    /// A part of the reason.
    package let reason: String?

    private static let keys: Set = ["phase", "signal", "status", "callback", "used", "limit", "stack"]

    /// Parses `crashed signal=11 phase=open` and `refused reason=the rest of the line`.
    package init(_ text: String) throws {
        let parts = text.split(separator: " reason=", maxSplits: 1)
        let words = (parts.first ?? "").split(separator: " ").map(String.init)
        guard let cause = words.first else { throw FaultGrammarError("'\(text)' has no cause") }
        var fields: [String: String] = [:]
        for word in words.dropFirst() {
            let pair = word.split(separator: "=").map(String.init)
            guard pair.count == 2, Self.keys.contains(pair[0]) else {
                throw FaultGrammarError("'\(word)' is no detail of a receipt")
            }
            fields[pair[0]] = pair[1]
        }
        self.cause = cause
        stack = fields.removeValue(forKey: "stack")
        self.fields = fields
        reason = parts.count > 1 ? String(parts[1]) : nil
    }
}
