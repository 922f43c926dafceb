internal import ArgumentParser
internal import MayflyModel

/// The options of every command that launches extensions which say how much of the sandbox may be missing.
package struct RequirementOptions: ParsableArguments {
    @Flag(help: "Refuse to open an extension when any layer of the sandbox but control groups is missing.")
    var requireSandbox = false
    @Flag(help: "Open extensions even where this machine cannot keep them from your files.")
    var allowUnconfined = false

    package init() {}

    package func validate() throws {
        guard !(requireSandbox && allowUnconfined) else {
            throw ValidationError("--require-sandbox and --allow-unconfined cannot be used together")
        }
    }

    var requirement: SandboxRequirement {
        if allowUnconfined { return .nothing }
        return requireSandbox ? .complete : .minimum
    }
}
