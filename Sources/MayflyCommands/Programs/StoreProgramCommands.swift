internal import ArgumentParser

/// `mayfly store`: what stores offer.
struct StoreProgramCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Add stores, look at what they offer, and install from them."
    )
    static let program = OwnProgram.store
    static let takesHome = true
}

/// `mayfly publish`: makes a store.
struct PublishProgramCommand: HandedOverCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Make a store: a folder of signed files that any web server can serve."
    )
    static let program = OwnProgram.store
}
