internal import MayflyModel

extension Expectation {
    /// What is there instead, as the end of a sentence; nil where it is as expected.
    package func difference(from sight: Sight) -> String? {
        switch self {
        case .receipt(let fact, let value):
            guard let end = sight.receipt else { return "there is no receipt" }
            let there = fact.value(in: end)
            return there.hasSameBytes(as: value) ? nil : "it has \(fact.rawValue) '\(there)'"
        case .text(let place, let rule, let text):
            let lines = sight.lines(of: place).map(Self.collapsed)
            return rule.isMet(by: lines, Self.collapsed(text)) ? nil : "\(place.name) is '\(Self.joined(lines))'"
        }
    }

    fileprivate static func joined(_ lines: [String]) -> String {
        lines.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// By bytes: the comparison of two texts of many accents takes the square of their number.
    fileprivate static func contains(_ text: String, _ part: String) -> Bool {
        guard let first = part.utf8.first else { return true }
        let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
        guard wanted.count <= bytes.count else { return false }
        return (0...bytes.count - wanted.count).contains { start in
            bytes[start] == first && bytes[start..<start + wanted.count].elementsEqual(wanted)
        }
    }

    /// With one space for all white space between words.
    fileprivate static func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Expectation.Fact {
    /// What a receipt has there, as a person reads it.
    fileprivate func value(in end: WorkerEnd) -> String {
        switch self {
        case .cause: end.cause.name
        case .phase: end.phase ?? "-"
        case .callbacks: end.callbacks.map(String.init) ?? "unknown"
        case .calls: end.calls.map(String.init) ?? "unknown"
        case .notes: "\(end.notes.count)"
        }
    }
}

extension Expectation.Rule {
    /// Whether a message of one line is as expected.
    package func isMet(by message: String, _ text: String) -> Bool {
        isMet(by: [Expectation.collapsed(message)], Expectation.collapsed(text))
    }

    fileprivate func isMet(by lines: [String], _ wanted: String) -> Bool {
        switch self {
        case .contains: Expectation.contains(Expectation.joined(lines), wanted)
        case .lacks: !Expectation.contains(Expectation.joined(lines), wanted)
        case .is: Expectation.joined(lines).hasSameBytes(as: wanted)
        case .line: lines.contains { $0.hasSameBytes(as: wanted) }
        }
    }
}
