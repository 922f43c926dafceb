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
        /// What the kernel seems to lack (`refuser.c`).
        var refuses: String?

        var testDescription: String { name }

        /// Something lies over a part of `/proc`, as in most containers, and nobody may mount another then.
        static let masked = Machine(
            name: "masked /proc",
            shell:
                "exec unshare --map-root-user --mount sh -c 'mount -t tmpfs none /proc/sys && exec \"$@\"' sh \"$@\"",
            lacks: [.processes]
        )

        /// This machine, in a user namespace.
        static let own = Machine(name: "user namespace", shell: "exec unshare --map-root-user \"$@\"")
        static let withoutMounts = without("mnt", lacks: [.root, .processes])

        /// As hardened systems are for ordinary users: of what keeps files away, Landlock is left.
        static let withoutNamespaces = Machine(
            name: "no namespaces",
            shell: """
                exec unshare --map-root-user sh -c 'for kind in user net mnt pid ipc uts cgroup; do
                echo 0 >/proc/sys/user/max_${kind}_namespaces || exit 1; done; exec "$@"' sh "$@"
                """,
            lacks: [.user, .root, .network, .ipc, .uts, .processes]
        )

        static func without(_ namespaces: String, lacks: Set<SandboxLayer>) -> Machine {
            let bound = "/proc/sys/user/max_\(namespaces)_namespaces"
            return Machine(
                name: "no \(namespaces) namespaces",
                shell: "exec unshare --map-root-user sh -c 'echo 0 >\(bound) && exec \"$@\"' sh \"$@\"",
                lacks: lacks
            )
        }

        func refusing(_ what: String, lacks more: Set<SandboxLayer>) -> Machine {
            Machine(name: "\(name), no \(what)", shell: shell, lacks: lacks.union(more), refuses: what)
        }

        /// The bound of a person's session is below that of a worker.
        static func limited(_ limit: String) -> Machine {
            Machine(name: "ulimit \(limit)", shell: "ulimit \(limit) && exec \"$@\"")
        }
    }

    private static let refuser = Result { try PluginWorkshop.program("refuser") }

    @Test(
        arguments: [
            .masked, .without("pid", lacks: [.processes]), .withoutMounts, .withoutNamespaces,
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

    /// The runtimes of all languages find what they need.
    @Test(arguments: SandboxedSamplesTests.samples)
    func samplesRunWithLandlockAlone(sample: SandboxedSamplesTests.Sample) async throws {
        try await Tool.with(bundles: [try SandboxedSamplesTests.foundation.get()]) { tool in
            try await tool.setUp()
            let launch = ["launch", sample.id, "--conversation", "chat", "--as", "alice", "--script", "-", "--json"]
            let outcome = try await run(launch, on: .withoutNamespaces, tool, script: sample.script)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let unconfined = try #require(try outcome.events().first { $0["event"] as? String == "unconfined" })
            let missing = try #require(unconfined["missing"] as? [[String: Any]]).compactMap { $0["layer"] as? String }
            #expect(missing.contains("root") && !missing.contains("landlock"))
            #expect(try await tool.run("transcript", "chat", "--as", "bob").output.contains(sample.bubble))
        }
    }

    /// Without the minimum of the sandbox, an extension is opened only if the person says so.
    @Test(
        arguments: [
            (.withoutMounts.refusing("landlock", lacks: [.landlock]), ["root (", "landlock (", "'landlock'"]),
            (.own.refusing("seccomp", lacks: [.seccomp]), ["seccomp (", "CONFIG_SECCOMP_FILTER"]),
            (
                // The two others need it.
                .own.refusing("no-new-privileges", lacks: [.noNewPrivileges, .landlock, .seccomp]),
                ["no-new-privileges (", "seccomp (", "CONFIG_SECCOMP_FILTER"]
            ),
            (.own.refusing("landlock", lacks: [.landlock]), []),
            // The kernel makes Landlock rules, and refuses to enforce them.
            (.own.refusing("restriction", lacks: [.landlock]), []),
        ] as [(Machine, [String])]
    )
    func nothingIsOpenedWithoutTheMinimum(machine: Machine, told: [String]) async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let lines = try await run(["doctor", "--json"], on: machine, tool)
            let layers = try JSONDecoder().decode([DoctorTests.Line].self, from: Data(lines.output.utf8))
            #expect(Set(layers.filter { !$0.on && $0.layer.isEssential }.map(\.layer)) == machine.lacks)
            let doctor = try await run(["doctor"], on: machine, tool)
            #expect(doctor.output.contains("No extension is opened on this machine") == !told.isEmpty)

            let launch = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "alice", "--json"]
            let plain = try await run(launch, on: machine, tool)
            #expect((plain.status == 0) == told.isEmpty, "\(plain.errors)")
            for words in told + (told.isEmpty ? [] : ["--allow-unconfined"]) { #expect(plain.errors.contains(words)) }
            if !told.isEmpty {
                // The doctor says the same.
                let refusal = try #require(plain.errors.firstRange(of: "the sandbox lacks")).lowerBound
                #expect(doctor.output.contains(plain.errors[refusal...]))
            }
            let allowed = try await run(launch + ["--allow-unconfined"], on: machine, tool)
            #expect(allowed.status == 0, "\(allowed.errors)")
            let unconfined = try #require(try allowed.events().first { $0["event"] as? String == "unconfined" })
            let missing = try #require(unconfined["missing"] as? [[String: Any]]).compactMap { $0["layer"] as? String }
            #expect(Set(missing.compactMap(SandboxLayer.init)).isSuperset(of: machine.lacks))
        }
    }

    /// Without --json: in one line, with the layers that the event names.
    @Test func aPersonIsToldOfALaunchThatLacksALayer() async throws {
        let machine = Machine.own.refusing("landlock", lacks: [.landlock])
        try await Tool.with { tool in
            try await tool.setUp()
            let launch = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "alice"]
            let events = try await run(launch + ["--json"], on: machine, tool).events()
            let unconfined = try #require(events.first { $0["event"] as? String == "unconfined" })
            let missing = try #require(unconfined["missing"] as? [[String: Any]]).compactMap { $0["layer"] as? String }
            #expect(missing.contains("landlock"))
            let told = try await run(launch, on: machine, tool)
            #expect(told.status == 0)
            let layers = missing.sorted().joined(separator: ", ")
            #expect(
                told.errors.split(separator: "\n").filter { $0.contains("sandbox") }
                    == ["mayfly: the sandbox of Tally lacks \(layers); see 'mayfly doctor'"]
            )
        }
    }

    @Test func theDemoIsNotPlayedWithoutTheMinimum() async throws {
        let machine = Machine.own.refusing("seccomp", lacks: [.seccomp])
        try await Tool.with { tool in
            let plain = try await run(["demo"], on: machine, tool)
            #expect(plain.status == 1 && plain.errors.contains("the sandbox lacks what every extension needs: seccomp"))
            let allowed = try await run(["demo", "--allow-unconfined"], on: machine, tool)
            #expect(allowed.status == 0, "\(allowed.errors)")
        }
    }

    @Test func nothingIsReplayedWithoutTheMinimum() async throws {
        let machine = Machine.own.refusing("seccomp", lacks: [.seccomp])
        try await Tool.with { tool in
            try await tool.setUp()
            let file = tool.home + "/r"
            let launch = ["launch", "org.mayfly.tally", "--conversation", "chat", "--as", "alice", "--script", "-"]
            let recorded = try await tool.run(all: launch + ["--record", file], script: "tap plus\n")
            try #require(recorded.status == 0, "\(recorded.errors)")
            let plain = try await run(["replay", file], on: machine, tool)
            #expect(plain.status == 1 && plain.output.isEmpty, "\(plain.output)")
            #expect(plain.errors.contains("the sandbox lacks what every extension needs: seccomp"), "\(plain.errors)")
            let allowed = try await run(["replay", file, "--allow-unconfined"], on: machine, tool)
            #expect(allowed.status == 0, "\(allowed.output)\(allowed.errors)")
            let complaint = /mayfly: the sandbox of Tally lacks .*seccomp.*; see 'mayfly doctor'\n/
            #expect(allowed.errors.wholeMatch(of: complaint) != nil, "\(allowed.errors)")
            // Nobody is told of a layer that the person has switched off.
            let without = try await run(["replay", file, "--no-sandbox"], on: machine, tool)
            #expect(without.status == 0 && without.errors.isEmpty, "\(without.output)\(without.errors)")
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

    private func run(
        _ arguments: [String],
        on machine: Machine,
        _ tool: Tool,
        script: String = ""
    ) async throws -> Tool.Outcome {
        let refuser = try machine.refuses.map { [try Self.refuser.get(), $0] } ?? []
        let program = Bundle.main.bundlePath + "/mayfly"
        let words = ["-c", machine.shell, "sh"] + refuser + [program] + arguments
        return try await tool.run(program: "/bin/sh", all: words, script: script)
    }
}
