internal import ArgumentParser
internal import MayflyHost
internal import MayflyWorkers

/// The options of a command that starts extensions: how, and inside of what.
struct ConfinementOptions: ParsableArguments {
    @Flag(help: "Start each worker as a program of its own, without the zygote.") var exec = false
    @Flag(help: "Put up no sandbox around extensions: with --exec, for debuggers.") var noSandbox = false
    @Flag(help: "Refuse to open an extension where a layer of the sandbox is missing.") var requireSandbox = false

    func validate() throws {
        guard !(noSandbox && requireSandbox) else {
            throw ValidationError("--no-sandbox and --require-sandbox exclude each other")
        }
    }

    var confinement: Confinement {
        var confinement = Confinement(start: exec ? .exec : .zygote, isRequired: requireSandbox)
        if noSandbox { confinement.layers = [] }
        return confinement
    }
}
