package import MayflyHost
package import MayflyModel
package import MayflyProtocol

/// A session that prints nothing: a person of a scenario, who does what lines of scripts say.
package struct QuietSession: Sendable {
    private var session: Session
    private let recorder: EventRecorder

    /// - Parameter recorder: has got all events of the window.
    package init(_ window: ConversationWindow, of host: ExtensionHost, _ names: Names, _ recorder: EventRecorder) async
    {
        self.recorder = recorder
        session = await Session(
            window: window,
            drawer: Drawer(host, of: window.device.name),
            recorder: recorder,
            names: names,
            display: .changes,
            output: .nowhere
        )
    }

    /// Looks at the window, runs the step, and waits for all that follows from it.
    ///
    /// Throws the failure of an extension that ended during the step, else the error of the step.
    package mutating func play(_ step: ScriptStep) async throws { try await session.play(step) }

    /// What the person reads now.
    package func sight() async -> Sight { await session.sight() }

    /// The failure of an extension that no step has told; nil for none. It is known from now on, and none of the next step.
    package mutating func takeFailure() async -> MayflyError? { await session.takeFailure() }

    /// What was told of the last failure; nil where there was none.
    package var knownFailure: String? { session.knownFailure }
}
