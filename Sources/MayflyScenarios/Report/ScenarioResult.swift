/// How a scenario went.
package struct ScenarioResult: Sendable {
    /// The first thing that was not as expected.
    package struct Failure: Sendable {
        package let position: Position
        /// Nil for what belongs to no step.
        package let step: ScenarioStep?
        /// Nil where a step could not be carried out.
        package let expected: String?
        /// What was there, or why the step could not be carried out. Safe to show.
        package let actual: String
        /// The last lines of the log of the device.
        package let log: [String]
    }

    package enum Outcome: Sendable {
        case passed
        case failed(Failure)
        /// It could not be read, or not be played at all.
        case invalid(ScenarioError)
    }

    package let file: String
    package let name: String
    package let outcome: Outcome
    /// How many steps were carried out, and how many there are.
    package let steps: (done: Int, all: Int)
    package let duration: Duration

    package var isPassed: Bool { if case .passed = outcome { true } else { false } }
}
