package import MayflyCommands
internal import MayflyModel

/// One step: a fault, then a line of a script, then what is expected. Each of the three may be missing, but not all.
package struct ScenarioStep: Sendable {
    /// What is put in before the line of the step.
    package enum Fault: Sendable, Equatable {
        /// The worker of the device ends, as if the kernel had killed it.
        case kill
        case delivery(Delivery)
        /// The clock goes forward.
        case clock(Duration)
    }

    /// What becomes of messages that are sent from here on.
    package enum Delivery: String, Sendable, CaseIterable {
        /// They arrive at once; those that were held arrive now.
        case normal
        /// The same, and those that were held arrive in the opposite order.
        case reversed
        /// They arrive later.
        case hold
        /// They never arrive, and nobody is told.
        case lose
        /// They do not arrive, and their sender is told.
        case fail
    }

    /// What the device does.
    package enum Deed: Sendable, Equatable {
        /// Opens the first extension of the scenario.
        case openFirst
        case line(ScriptStep)
        /// Its window is closed; the next step that needs one opens another.
        case leave
    }

    /// Counted from 1.
    package let number: Int
    package let position: Position
    /// The name of the device.
    package let device: String
    package let faults: [Fault]
    package let deed: Deed?
    /// The line as it was written.
    package let line: String?
    package let checks: [ScenarioCheck]
    package let patience: Duration
}

/// One thing that is expected.
package struct ScenarioCheck: Sendable {
    package enum Subject: Sendable {
        case sight(Expectation)
        /// The number of rows of the transcript.
        case rowCount(Int)
        /// Names that came in this order, others between them, or exactly these.
        case names(NameKind, [String], isExact: Bool)
        /// The line of the step fails, and its message does this.
        case error(Expectation.Rule, String)
        case picture(PictureKind, path: String, tolerance: Double)
    }

    package enum NameKind: String, Sendable, CaseIterable {
        case callbacks, calls
        /// Calls that were refused.
        case refusals
    }

    package enum PictureKind: String, Sendable, CaseIterable {
        /// The transcript as SVG.
        case transcript
        /// The card that is shown, as SVG.
        case card
    }

    package let position: Position
    package let subject: Subject

    /// As the end of a sentence that begins with "it is expected that".
    package var sentence: String {
        switch subject {
        case .sight(let expectation): expectation.sentence
        case .rowCount(let count): "the transcript has \(count) \(count == 1 ? "row" : "rows")"
        case .names(let kind, let names, let isExact):
            names.isEmpty && isExact
                ? "there are no \(kind.rawValue)"
                : "the \(kind.rawValue) are \(isExact ? "exactly" : "in this order") \(names.joined(separator: ", "))"
        case .error(let rule, let text): "the line fails with a message that \(rule.verb) '\(text)'"
        case .picture(let kind, let path, _): "the \(kind.rawValue) looks like '\(path)'"
        }
    }
}

extension Expectation.Rule {
    fileprivate var verb: String {
        switch self {
        case .contains: "contains"
        case .lacks: "does not contain"
        case .is, .line: "is"
        }
    }
}
