internal import ArgumentParser
package import MayflyModel
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

    /// What a person is told of an extension that runs without some layers.
    package static func complaint(of name: String, lacking layers: [SandboxLayer: String]) -> String {
        let list = layers.keys.map(\.rawValue).sorted().joined(separator: ", ")
        return "the sandbox of \(name) lacks \(list); see 'mayfly doctor'"
    }

    private var start: Confinement.Start { exec ? .exec : .zygote }
}
