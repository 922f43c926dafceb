internal import MayflyModel

/// What somebody who wrote a script or a scenario expects that a person reads.
package enum Expectation: Sendable, Equatable {
    /// Where the person reads it.
    package enum Place: String, Sendable, CaseIterable {
        case view, field, transcript
        /// The last row of the transcript.
        case lastRow = "transcript last"
        case log
    }

    /// How a text is compared. All white space counts as one space, so that it does not matter where lines are wrapped.
    package enum Rule: String, Sendable, CaseIterable {
        case contains, lacks
        /// It is the whole text.
        case `is`
        /// One line is the whole text.
        case line
    }

    /// A number or a name of a receipt.
    package enum Fact: String, Sendable, CaseIterable {
        case cause, phase, callbacks, calls, notes
    }

    case text(Place, Rule, String)
    /// The receipt of the worker that ended last.
    case receipt(Fact, String)
}

extension Expectation {
    /// Why a line is no expectation; nil where its form is wrong as a whole.
    struct Problem: Error {
        let rule: String?
    }

    /// Reads what follows the word `expect`.
    init(reading text: Substring) throws(Problem) {
        var words = text.split(maxSplits: 3, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)[...]
        guard let first = words.popFirst().map(String.init) else { throw Problem(rule: nil) }
        guard first != "receipt" else {
            self = try Self.receipt(text)
            return
        }
        guard var place = Place(rawValue: first) else {
            throw Problem(rule: Self.unknown("place", first, Place.allCases.map(\.rawValue) + ["receipt"]))
        }
        if place == .transcript, words.first == "last" {
            place = .lastRow
            words.removeFirst()
        }
        guard let name = words.popFirst().map(String.init) else { throw Problem(rule: nil) }
        guard let rule = Rule(rawValue: name) else {
            throw Problem(rule: Self.unknown("rule", name, Rule.allCases.map(\.rawValue)))
        }
        guard !words.isEmpty else { throw Problem(rule: "a text to compare with is missing") }
        // The text as it was written begins behind these words.
        var rest = text.drop(while: \.isWhitespace)
        for _ in 0..<(place == .lastRow ? 3 : 2) {
            rest = rest.drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
        }
        self = .text(place, rule, rest.trimmed)
    }

    private static func receipt(_ text: Substring) throws(Problem) -> Expectation {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 3 else { throw Problem(rule: nil) }
        guard let fact = Fact(rawValue: words[1]) else {
            throw Problem(rule: unknown("part of a receipt", words[1], Fact.allCases.map(\.rawValue)))
        }
        if let problem = fact.problem(of: words[2]) { throw Problem(rule: problem) }
        return .receipt(fact, words[2])
    }

    private static func unknown(_ kind: String, _ word: String, _ known: [String]) -> String {
        "there is no \(kind) '\(SafeText.line(word, limit: 80))'; write one of \(known.joined(separator: ", "))"
    }
}

extension Expectation.Fact {
    /// The causes that a receipt can have.
    package static let causes: [String] =
        [
            "finished", "crashed", "exited", "unresponsive", "launchTimeout", "refused", "protocolViolation",
            "channelClosed", "killed", "evicted", "sandbox", "hostEnded", "notStarted",
        ] + Resource.allCases.map(\.rawValue)

    /// What is wrong with a value of it; nil for one that it can have.
    package func problem(of value: String) -> String? {
        switch self {
        case .cause where !Self.causes.contains(value):
            "no receipt has the cause '\(SafeText.line(value, limit: 80))'; the causes are \(Self.causes.joined(separator: ", "))"
        case .callbacks, .calls, .notes:
            Int(value).map { $0 >= 0 } == true
                ? nil : "'\(rawValue)' is a number from 0, not '\(SafeText.line(value, limit: 80))'"
        case .cause, .phase: nil
        }
    }
}

extension Expectation {
    /// What is expected, as the end of a sentence that begins with "it is expected that".
    package var sentence: String {
        switch self {
        case .text(let place, .contains, let text): "\(place.name) contains '\(text)'"
        case .text(let place, .lacks, let text): "\(place.name) does not contain '\(text)'"
        case .text(let place, .is, let text): "\(place.name) is '\(text)'"
        case .text(let place, .line, let text): "\(place.name) has the line '\(text)'"
        case .receipt(let fact, let value): "the last receipt has \(fact.rawValue) '\(value)'"
        }
    }
}

extension Expectation.Place {
    /// How a sentence names it.
    package var name: String {
        switch self {
        case .view: "the view"
        case .field: "the field"
        case .transcript: "the transcript"
        case .lastRow: "the last row of the transcript"
        case .log: "the log"
        }
    }
}
