internal import ArgumentParser

/// The commands for authors of extensions, which the program `mayfly-author` carries out.
enum AuthorProgram {
    static func run(_ command: String, in home: String? = nil, _ arguments: [String]) throws {
        try OwnProgram.run("mayfly-author", command, in: home, arguments, builtBy: "make author")
    }
}

/// `mayfly new`.
struct NewProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write the project of a new extension.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try AuthorProgram.run("new", arguments) }
}

/// `mayfly pack`.
struct PackProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pack",
        abstract: "Pack a project into a bundle.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try AuthorProgram.run("pack", arguments) }
}

/// `mayfly run`.
struct RunProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Build a project, open it with two people, and start again when its sources change.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try AuthorProgram.run("run", arguments) }
}

/// `mayfly validate`.
struct ValidateProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check bundles as their users would find them.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try AuthorProgram.run("validate", arguments) }
}

/// `mayfly test`.
struct TestProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Play scenarios with an extension, and compare what is there with what they expect.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try AuthorProgram.run("test", arguments) }
}

/// `mayfly preview`.
struct PreviewProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Draw a card as the faces of the product do.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try AuthorProgram.run("preview", arguments) }
}

/// `mayfly trace`.
struct TraceProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Print a trace or a record, or compare two.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try AuthorProgram.run("trace", arguments) }
}

/// `mayfly replay`.
struct ReplayProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Give an extension what a record says, and compare its calls.",
        helpNames: []
    )

    @OptionGroup var place: HomeOptions
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try AuthorProgram.run("replay", in: place.home, arguments) }
}
