import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import MayflyWorkers
import Testing

/// Each layer of the sandbox by itself: what it keeps away with the layer is there without it.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct LayerTests {
    /// What the prober says of one thing with a layer, and without it. `base` is what the layer itself needs.
    private func probe(
        _ layer: SandboxLayer,
        over base: Set<SandboxLayer> = [.user],
        _ what: String
    ) async throws -> (with: String?, without: String?) {
        let with = try await Probe.found(with: base.union([layer]))
        let without = try await Probe.found(with: base.subtracting([layer]))
        return (with[what], without[what])
    }

    private static func own(_ namespace: String) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/\(namespace)")
    }

    @Test(arguments: [
        (SandboxLayer.user, "user"), (.network, "net"), (.ipc, "ipc"), (.uts, "uts"), (.processes, "pid"),
    ])
    func aNamespaceIsNotTheHosts(layer: SandboxLayer, name: String) async throws {
        let base: Set<SandboxLayer> = layer == .user ? [] : [.user]
        let found = try await probe(layer, over: base, name)
        let own = try Self.own(name)
        #expect(found.with != nil && found.with != own)
        #expect(found.without == own)
    }

    @Test func theNameOfTheMachineIsNotSeen() async throws {
        let found = try await probe(.uts, "host-name")
        #expect(found.with == "mayfly")
        #expect(found.without == ProcessInfo.processInfo.hostName)
    }

    @Test func noListenerOfTheMachineIsReachedOverTheNetwork() async throws {
        let found = try await probe(.network, "connect")
        // Its own loopback is down.
        #expect(found.with == "\(ENETUNREACH)")
        #expect(found.without == "0")
    }

    @Test(arguments: [Set([SandboxLayer.user]), [.user, .processes]])
    func filesOfThePersonAreNotThere(base: Set<SandboxLayer>) async throws {
        let found = try await probe(.root, over: base, "passwd")
        #expect(found.with == "\(ENOENT)")
        #expect(found.without == "0")
    }

    /// The user of the tests owns it. With an own /proc, no path leads to it.
    @Test(arguments: [Set([SandboxLayer.user]), Set(SandboxLayer.allCases)])
    func theProgramOfTheWorkerCannotBeChanged(base: Set<SandboxLayer>) async throws {
        let found = try await probe(.root, over: base, "change-program")
        #expect(found.with == "\(base.contains(.processes) ? ENOENT : EROFS)")
        #expect(found.without == (base.contains(.seccomp) ? "\(EPERM)" : "0"))
    }

    /// By the path by which it was executed. Without the root it is there, and the other layers refuse the attempts.
    @Test(arguments: [Set([SandboxLayer.user]), Set(SandboxLayer.allCases)])
    func theProgramOfTheWorkerCannotBeChangedByItsPath(base: Set<SandboxLayer>) async throws {
        let mode = try await probe(.root, over: base, "change-program-by-path")
        #expect(mode.with == "\(ENOENT)")
        #expect(mode.without == (base.contains(.seccomp) ? "\(EPERM)" : "0"))
        let name = try await probe(.root, over: base, "rename-program-by-path")
        #expect(name.with == "\(ENOENT)")
        #expect(name.without == (base.contains(.landlock) ? "\(EACCES)" : "0"))
    }

    /// The system's folders are mounted with all mounts below them.
    @Test func mountsBelowTheFoldersOfTheSystemAreReadOnly() async throws {
        let folder = "/usr/local/lib/inner"
        let mounts = "mount -t tmpfs none /usr/local/lib && mkdir \(folder) && mount -t tmpfs none \(folder)"
        // The program that is executed by this one is on a mount that is not read-only yet.
        let program = Bundle.main.bundlePath + "/mayfly-worker"
        let bound = "mount --bind \(program) \(program) && mount -o remount,bind,ro \(program)"
        let start = "exec unshare --map-root-user --mount sh -c '\(mounts) && \(bound) && exec \"$@\"' sh"
        let with = try await Probe.found(with: [.user, .root], startedBy: start)
        let without = try await Probe.found(with: [.user], startedBy: start)
        #expect(with["submount"] == "\(EROFS)")
        #expect(without["submount"] == "0")
    }

    @Test func processesOfOthersCannotBeNamed() async throws {
        let found = try await probe(.processes, "kill")
        #expect(found.with == "\(ESRCH)")
        #expect(found.without == "0")
    }

    @Test func noOtherDescriptorsAreInherited() async throws {
        let found = try await probe(.descriptors, "descriptors")
        let (with, without) = (
            try #require(found.with.flatMap { Int($0) }), try #require(found.without.flatMap { Int($0) })
        )
        // Its three standard ones and its two sockets; the library and the black box are mapped and closed.
        #expect(with <= 6)
        #expect(without > with)
    }

    /// Both are forked from one zygote. With a root of its own, the input is a file and has a position.
    @Test(arguments: [Set(SandboxLayer.allCases), [.user, .root], [.landlock, .seccomp]])
    func aWorkerDoesNotSeeWhatAnEarlierOneDidWithItsInput(layers: Set<SandboxLayer>) async throws {
        let finds = try await Probe.foundTwice(start: .zygote, with: layers)
        try #require(finds.count == 2)
        if layers.contains(.root) { #expect(finds[0]["input-changed"] == "1") }
        for what in ["input-position", "input-flags"] {
            #expect(finds[0][what] != nil)
            #expect(finds[0][what] == finds[1][what], "\(what)")
        }
        #expect(finds[1]["input-position"] == "0")
    }

    @Test func filesCannotGrowWithoutEnd() async throws {
        let found = try await probe(.limits, "file-size")
        #expect(found.with == "\(64 << 20)")
        #expect(found.without != found.with)
    }

    @Test func processesAndThreadsAreLimitedInTheUserNamespace() async throws {
        let found = try await probe(.limits, "processes")
        #expect(found.with == "4096")
        #expect(found.without != found.with)
        let withoutNamespace = try await Probe.found(with: [.limits])
        #expect(withoutNamespace["processes"] == found.without)
    }

    /// The kernel does not limit the processes of root.
    @Test(.asAnOrdinaryUser) func threadsWithoutEndAreStoppedByTheKernel() async throws {
        var policy = Policy.immediate
        policy.threads = 10_000
        let trace = Trace()
        let crowd = try PluginWorkshop.bundle("crowd", options: ["-pthread"])
        let confinement = Confinement(layers: [.user, .limits], requirement: .nothing)
        try await TestHost.with(bundles: [crowd], policy: policy, confinement: confinement) { test in
            try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle("test.mayfly.crowd")) }
        }
        let threads = try #require(trace.said.first.flatMap { Int($0) })
        #expect((3500..<4096).contains(threads))
    }

    @Test func theKernelEndsItBeforeTheHost() async throws {
        let found = try await probe(.limits, "memory-score")
        let own = try kernelText(of: "/proc/self/oom_score_adj")
        #expect(found.with == "500")
        #expect(found.without == own.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// The worker's own /proc does not show it. Process 1 of its namespace has the same score.
    @Test(arguments: [Confinement.Start.zygote, .exec])
    func theKernelEndsAWorkerOfTheWholeSandboxBeforeTheHost(start: Confinement.Start) async throws {
        let trace = Trace()
        try await Recorder.with(confinement: Confinement(start: start)) { test in
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                let (first, worker) = try trace.family
                for process in [first, worker] {
                    let score = try kernelText(of: "/proc/\(process)/oom_score_adj")
                    #expect(score == "500\n")
                }
            }
        }
    }

    @Test func whatTheKernelKnowsOfItCannotBeChanged() async throws {
        let found = try await probe(.processes, "change-process")
        #expect(found.with == "\(EROFS)")
        #expect(found.without == "0")
    }

    @Test(.withHigherLimits, arguments: ["real-time", "nice"])
    func noHigherPriorityCanBeHad(what: String) async throws {
        let start = "exec prlimit --rtprio=10:10 --nice=30:30"
        let with = try await Probe.found(with: [.user, .limits], startedBy: start)
        let without = try await Probe.found(with: [.user], startedBy: start)
        #expect(with[what] == "0")
        #expect(without[what] == (what == "nice" ? "30" : "10"))
    }

    @Test func noProgramGivesRights() async throws {
        let found = try await probe(.noNewPrivileges, "no-new-privileges")
        #expect(found.with == "1")
        #expect(found.without == "0")
    }

    @Test func noCapabilityCanBeHadAgain() async throws {
        let found = try await probe(.capabilities, "bounding")
        #expect(found.with == "0000000000000000")
        #expect(found.without != found.with)
    }

    @Test func landlockLeavesWhatIsOutsideOfTheRulesUnread() async throws {
        let found = try await probe(.landlock, "passwd")
        #expect(found.with == "\(EACCES)")
        #expect(found.without == "0")
    }

    /// Programs, what packages keep in /usr/share, and what was put in /opt.
    @Test(arguments: ["programs", "shared-files"])
    func landlockLeavesOfTheSystemOnlyItsLibraries(what: String) async throws {
        let found = try await probe(.landlock, what)
        #expect(found.with == "\(EACCES)")
        #expect(found.without == "0")
    }

    /// No mount hides them there. What is beside them can be read.
    @Test func landlockHidesTheExtensionsOfAllUsers() async throws {
        let folder = "/usr/local/lib"
        let files = [
            "mount -t tmpfs none \(folder)", "mkdir -p \(folder)/mayfly/extensions/other",
            "touch \(folder)/mayfly/extensions/other/secret \(folder)/mayfly/library \(folder)/library",
        ]
        let start = "exec unshare --map-root-user --mount sh -c '\(files.joined(separator: " && ")) && exec \"$@\"' sh"
        let with = try await Probe.found(with: [.user, .landlock], startedBy: start)
        let without = try await Probe.found(with: [.user], startedBy: start)
        #expect(with["extensions-of-all"] == "\(EACCES)")
        #expect(without["extensions-of-all"] == "0")
        for what in ["beside-extensions", "system-library"] {
            #expect(with[what] == "0")
            #expect(without[what] == "0")
        }
    }

    /// Where `/proc` shows more than the worker itself. Of its own folder it has the files that runtimes need, and not those that tell
    /// of the machine.
    @Test(
        arguments: [
            "parent-process", "all-processes", "machine-locks", "own-network", "own-mounts", "own-groups",
            "own-threads",
            "own-folder",
        ],
        [Set([SandboxLayer.user]), [.user, .processes], [.user, .root]]
    )
    func landlockLeavesOfProcOnlyTheWorkerItself(what: String, base: Set<SandboxLayer>) async throws {
        let found = try await probe(.landlock, over: base, what)
        // A `/proc` of its own has processes only.
        let isThere = what != "machine-locks" || !base.contains(.processes)
        #expect(found.with == "\(isThere ? EACCES : ENOENT)")
        #expect(found.without == (isThere ? "0" : "\(ENOENT)"))
        #expect(try await Probe.found(with: base.union([.landlock]))["own-process"] == "0")
    }

    /// Each worker has rules of its own, though all are forked from one process: with the root taken out, they alone keep it
    /// from the folder of another that lives.
    @Test func landlockLetsNobodyIntoTheFolderOfANeighbour() async throws {
        let with = try await Probe.foundBesideANeighbour(with: [.user, .landlock])
        let without = try await Probe.foundBesideANeighbour(with: [.user])
        #expect(with["neighbour"] == "\(EACCES)")
        #expect(with["private"] == "0")
        #expect(without["neighbour"] == "0")
    }

    @Test func landlockLetsNoTCPConnectionOut() async throws {
        let found = try await probe(.landlock, "connect")
        #expect(found.with == "\(EACCES)")
        #expect(found.without == "0")
    }

    @Test(arguments: [
        "socket", "fork", "unshare", "set-user-id", "change-mode", "send-descriptor", "lease", "watch",
        "refusal-handler", "wide-argument", "out-of-band", "schedule-parent", "place-parent", "signal-parent",
        "signal-parent-by-wide-number", "write-code", "write-code-by-wide-protection", "run-written", "bind-to-name",
        "thread-with-own-descriptors", "thread-with-own-folder", "thread-with-input-context",
    ])
    func systemCallsThatAreNotOnTheListAreRefused(what: String) async throws {
        let found = try await probe(.seccomp, what)
        #expect(found.with == "\(EPERM)")
        #expect(found.without == "0")
    }

    /// Landlock does not cover it, so the filter answers that it is no link where the person's files are there.
    @Test(arguments: ["read-link", "read-link-at"])
    func whereALinkLeadsIsNotToldWithoutARootOfItsOwn(what: String) async throws {
        let found = try await probe(.seccomp, what)
        #expect(found.with == "\(EINVAL)")
        #expect(found.without == "0")
        #expect(try await Probe.found(with: [.user, .root, .seccomp])[what] == "0")
    }

    /// `getcwd` then tells where it leads.
    @Test(arguments: ["change-folder", "change-open-folder"])
    func noLinkBecomesTheWorkingFolderWithoutARootOfItsOwn(what: String) async throws {
        let found = try await probe(.seccomp, what)
        #expect(found.with == "\(EPERM)")
        #expect(found.without == "0")
        #expect(try await Probe.found(with: [.user, .root, .seccomp])[what] == "0")
    }

    @Test func thePathOfAFileOfItsOwnIsFoundWithoutLinks() async throws {
        #expect(try await Probe.found(with: [.user, .landlock, .seccomp])["real-path"] == "0")
    }

    /// The kernel refuses that number, too, with another error.
    @Test func aProtectionWithAnUnknownBitIsRefusedByTheFilter() async throws {
        let found = try await probe(.seccomp, "run-written-by-wide-protection")
        #expect(found.with == "\(EPERM)")
        #expect(found.without == "\(EINVAL)")
    }

    /// Where a worker sees the sockets of the machine, it has pairs of sockets, and could send from one of them. Without the
    /// filter the kernel finds nobody at the name.
    @Test(arguments: ["send-to-name", "send-message-to-name", "send-messages-to-name", "connect-to-name"])
    func noSocketOfAPairReachesAName(what: String) async throws {
        let found = try await probe(.seccomp, what)
        #expect(found.with == "\(EPERM)")
        #expect(found.without == "\(ECONNREFUSED)")
    }

    @Test func aThreadThatSharesAllWithTheOthersCanBeMade() async throws {
        let found = try await probe(.seccomp, "thread")
        #expect(found.with == "0")
        #expect(found.without == "0")
    }

    /// The filter is compiled once for the workers of a zygote, and knows the number of each.
    @Test(arguments: [Set([SandboxLayer.user, .seccomp]), Set(SandboxLayer.allCases)])
    func aProcessCanSendSignalsToItself(layers: Set<SandboxLayer>) async throws {
        #expect(try await Probe.found(with: layers)["signal-itself"] == "0")
    }

    /// With any layers, and without a sandbox: that of the host is the person's.
    @Test(arguments: [Set([SandboxLayer.user]), [.landlock, .seccomp], []])
    func theWorkingFolderIsNotTheHosts(layers: Set<SandboxLayer>) async throws {
        try #require(FileManager.default.currentDirectoryPath != "/", "the test needs another folder")
        #expect(try await Probe.found(with: layers)["working-folder"] == "/")
    }

    @Test func theHostsEnvironmentIsNotSeen() async throws {
        let found = try await probe(.environment, "home")
        #expect(found.with == "unset")
        #expect(found.without == ProcessInfo.processInfo.environment["HOME"] ?? "unset")
        try #require(ProcessInfo.processInfo.environment["HOME"] != nil, "the test needs something to be seen")
    }
}
