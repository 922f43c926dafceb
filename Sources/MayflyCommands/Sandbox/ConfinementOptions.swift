internal import ArgumentParser
internal import MayflyModel
internal import MayflyWorkers

/// The options that choose how workers are started and which sandbox they get.
struct ConfinementOptions: ParsableArguments {
    @Flag(help: "Execute a program for each worker instead of forking a zygote.") var exec = false
    @Flag(help: "Run extensions without a sandbox.") var noSandbox = false
    @OptionGroup var requirement: RequirementOptions

    func validate() throws {
        guard !(noSandbox && requirement.requireSandbox) else {
            throw ValidationError("--no-sandbox and --require-sandbox cannot be used together")
        }
    }

    var confinement: Confinement {
        guard !noSandbox else { return Confinement(start: start, layers: [], requirement: .nothing) }
        return Confinement(start: start, requirement: requirement.requirement)
    }

    private var start: Confinement.Start { exec ? .exec : .zygote }
}
