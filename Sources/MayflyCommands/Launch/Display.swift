/// What a session prints.
enum Display: Sendable, Equatable {
    /// JSON events and nothing else.
    case events
    /// What changed, after each step.
    case changes
    /// The whole screen, after each step.
    case screen(ansi: Bool)

    /// Whether it is the whole screen.
    var isScreen: Bool { if case .screen = self { true } else { false } }

    /// The width to which lines are wrapped: that of the terminal; nil where no screen is drawn.
    var width: Int? { isScreen ? Output.standard.columns : nil }

    /// Chooses by the options, and by whether standard input and output are a terminal.
    init(isJSON: Bool, hasScript: Bool) {
        if isJSON {
            self = .events
        } else if hasScript || !Output.standard.isTerminal {
            self = .changes
        } else {
            self = .screen(ansi: Output.standard.takesANSI)
        }
    }
}
