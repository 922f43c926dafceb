/// What a session prints.
package enum Display: Sendable, Equatable {
    /// JSON events and nothing else.
    case events
    /// What changed, after each step.
    case changes
    /// The whole screen, after each step.
    case screen(ansi: Bool)

    /// Whether it is the whole screen.
    var isScreen: Bool { if case .screen = self { true } else { false } }

    /// The room for what is printed: that of the terminal now, or the usual one elsewhere. A script prints any number of rows.
    var room: ScreenRoom { room(of: .standard) }

    /// The same where another output is printed to.
    func room(of output: Output) -> ScreenRoom {
        let size = output.size
        var room = ScreenRoom()
        room.width = size?.columns ?? room.width
        if isScreen { room.rows = size?.rows ?? ScreenSize.usualRows }
        room.cell = size?.cell.flatMap { TerminalTraits.Cell(width: $0.width, height: $0.height) }
        return room
    }

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
