internal import ArgumentParser
internal import MayflyWorkers

/// The options that choose how workers are started and which sandbox they get.
struct ConfinementOptions: ParsableArguments {
    @Flag(help: "Execute a program for each worker instead of forking a zygote.") var exec = false
    @Flag(help: "Run extensions without a sandbox.") var noSandbox = false
    @Flag(help: "Refuse to open an extension when a layer of the sandbox is missing.") var requireSandbox = false

    func validate() throws {
        guard !(noSandbox && requireSandbox) else {
            throw ValidationError("--no-sandbox and --require-sandbox cannot be used together")
        }
    }

    var confinement: Confinement {
        var confinement = Confinement(start: exec ? .exec : .zygote, isRequired: requireSandbox)
        if noSandbox { confinement.layers = [] }
        return confinement
    }
}
