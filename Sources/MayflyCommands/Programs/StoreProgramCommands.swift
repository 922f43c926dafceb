internal import ArgumentParser

/// `mayfly store`: what stores offer.
struct StoreProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Add stores, look at what they offer, and install from them.",
        helpNames: []
    )

    @OptionGroup var place: HomeOptions
    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try OwnProgram.run("mayfly-store", "store", in: place.home, arguments, builtBy: "make build") }
}

/// `mayfly publish`: makes a store.
struct PublishProgramCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Make a store: a folder of signed files that any web server can serve.",
        helpNames: []
    )

    @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

    func run() throws { try OwnProgram.run("mayfly-store", "publish", arguments, builtBy: "make build") }
}
