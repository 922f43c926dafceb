internal import MayflyModel

/// Why something is no step of a trace.
package struct TraceProblem: Error, Hashable {
    /// What is said of it behind its place in the file: the rule, and the value.
    package let reason: String

    /// Anything but a step.
    static func noStep(_ text: some StringProtocol) -> TraceProblem {
        let shown = SafeText.line(SafeText.beginning(of: String(text), bytes: 200).description, limit: 80)
        return TraceProblem(reason: "is not a step of a trace: '\(shown)'")
    }

    /// Reads a number of a step.
    static func number<Number: FixedWidthInteger>(
        _ text: some StringProtocol,
        in range: ClosedRange<Number>,
        _ name: String
    ) throws(TraceProblem) -> Number {
        if let number = Number(text), range.contains(number) { return number }
        let shown = SafeText.line(String(text), limit: 40)
        throw TraceProblem(
            reason: "has the \(name) '\(shown)', which must be from \(range.lowerBound) to \(range.upperBound)"
        )
    }

    /// Reads a number of an event, by the name of its member.
    static func number<Number: FixedWidthInteger>(
        _ object: JSONValue,
        in range: ClosedRange<Number>,
        _ member: String
    ) throws(TraceProblem) -> Number {
        let value = object[member]
        guard case .number(let number) = value else { return try self.number(value.line, in: range, member) }
        return try self.number(number.text, in: range, member)
    }
}
