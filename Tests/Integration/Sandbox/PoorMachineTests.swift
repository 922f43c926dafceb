import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

/// Machines that give less than usual: what `mayfly doctor` says of one is what a launch finds there.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct PoorMachineTests {
    /// A machine, as a shell makes it of this one, and what it lacks.
    struct Machine: Sendable, CustomTestStringConvertible {
        let name: String
        let shell: String
        var lacks: Set<SandboxLayer> = []

        var testDescription: String { name }

        /// Something lies over a part of `/proc`, as in most containers, and nobody may mount another then.
        static let masked = Machine(
            name: "masked /proc",
            shell:
                "exec unshare --map-root-user --mount sh -c 'mount -t tmpfs none /proc/sys && exec \"$@\"' sh \"$@\"",
            lacks: [.processes]
        )

        static func without(_ namespaces: String, lacks: Set<SandboxLayer>) -> Machine {
            let bound = "/proc/sys/user/max_\(namespaces)_namespaces"
            return Machine(
                name: "no \(namespaces) namespaces",
                shell: "exec unshare --map-root-user sh -c 'echo 0 >\(bound) && exec \"$@\"' sh \"$@\"",
                lacks: lacks
            )
        }

        /// The bound of a person's session is below that of a worker.
        static func limited(_ limit: String) -> Machine {
            Machine(name: "ulimit \(limit)", shell: "ulimit \(limit) && exec \"$@\"")
        }
    }

    @Test(
        arguments: [
            .masked, .without("pid", lacks: [.processes]), .without("mnt", lacks: [.root, .processes]),
            .limited("-n 64"), .limited("-l 32"),
        ] as [Machine]
    )
    func whatTheDoctorSaysIsWhatALaunchFinds(machine: Machine) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let doctor = try await run(["doctor", "--json"], on: machine, tool)
            let lines = try JSONDecoder().decode([DoctorTests.Line].self, from: Data(doctor.output.utf8))
            #expect(Set(lines.filter { !$0.on && $0.layer.isEssential }.map(\.layer)) == machine.lacks)

            let launch = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "alice", "--json"]
            let told = try await run(launch, on: machine, tool)
            #expect(told.status == 0, "\(told.errors)")
            let events = try told.events()
            #expect(events.last { $0["event"] as? String == "receipt" }?["cause"] as? String == "finished")

            let required = try await run(launch + ["--require-sandbox"], on: machine, tool)
            #expect((required.status == 0) == machine.lacks.isEmpty, "\(required.errors)")
            for layer in machine.lacks { #expect(required.errors.contains("\(layer.rawValue) (")) }
        }
    }

    @Test func withoutProcNoCommandIsTakenForNone() async throws {
        let over = "exec unshare --map-root-user --mount sh -c 'mount -t tmpfs none /proc && exec \"$@\"' sh \"$@\""
        try await Tool.with { tool in
            let outcome = try await run(["list"], on: Machine(name: "no /proc", shell: over), tool)
            #expect(outcome.status == 1)
            // A sanitizer needs /proc too, and says so in lines of its own.
            let error = "mayfly: /proc is not mounted; every command needs it\n"
            #expect(Sanitizer.isHere ? outcome.errors.contains(error) : outcome.errors == error)
        }
    }

    private func run(_ arguments: [String], on machine: Machine, _ tool: Tool) async throws -> Tool.Outcome {
        let program = Bundle.main.bundlePath + "/mayfly"
        return try await tool.run(program: "/bin/sh", all: ["-c", machine.shell, "sh", program] + arguments)
    }
}
