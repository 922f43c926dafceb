internal import ArgumentParser

/// How a session at a terminal shows pictures, as `--pictures` says.
package enum PictureMode: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// In the best way that the terminal has, by its own answer.
    case auto
    /// By the protocols of these terminals.
    case kitty, iterm
    /// As DEC's terminals do.
    case sixel
    /// As half and quarter blocks with colours.
    case blocks
    /// As their alternative text only.
    case off
}

/// The option of the commands that draw pictures at a terminal.
package struct PictureOptions: ParsableArguments {
    @Option(help: "How pictures are drawn at a terminal.") package var pictures = PictureMode.auto

    package init() {}
}
