internal import ArgumentParser

/// `mayfly new`.
struct NewProgramCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write the project of a new extension."
    )
    static let program = OwnProgram.author
}

/// `mayfly pack`.
struct PackProgramCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Pack a project into a bundle."
    )
    static let program = OwnProgram.author
}

/// `mayfly run`.
struct RunProgramCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Build a project, open it with two people, and start again when its sources change."
    )
    static let program = OwnProgram.author
}

/// `mayfly validate`.
struct ValidateProgramCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check bundles as their users would find them."
    )
    static let program = OwnProgram.author
}

/// `mayfly test`.
struct TestProgramCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Play scenarios with an extension, and compare what is there with what they expect."
    )
    static let program = OwnProgram.author
}

/// `mayfly preview`.
struct PreviewProgramCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Draw a card as the faces of the product do."
    )
    static let program = OwnProgram.author
}

/// `mayfly trace`.
struct TraceProgramCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Print a trace or a record, or compare two."
    )
    static let program = OwnProgram.author
}

/// `mayfly replay`.
struct ReplayProgramCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Give an extension what a record says, and compare its calls."
    )
    static let program = OwnProgram.author
    static let takesHome = true
}
