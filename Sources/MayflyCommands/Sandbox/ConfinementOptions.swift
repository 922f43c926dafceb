internal import ArgumentParser
internal import MayflyModel
package import MayflyWorkers

/// The options that choose how workers are started and which sandbox they get.
package struct ConfinementOptions: ParsableArguments {
    @Flag(help: "Execute a program for each worker instead of forking a zygote.") var exec = false
    @Flag(help: "Run extensions without a sandbox.") var noSandbox = false
    @OptionGroup var requirement: RequirementOptions

    package init() {}

    package func validate() throws {
        guard !(noSandbox && requirement.requireSandbox) else {
            throw ValidationError("--no-sandbox and --require-sandbox cannot be used together")
        }
    }

    package var confinement: Confinement {
        guard !noSandbox else { return Confinement(start: start, layers: [], requirement: .nothing) }
        return Confinement(start: start, requirement: requirement.requirement)
    }

    private var start: Confinement.Start { exec ? .exec : .zygote }
}
