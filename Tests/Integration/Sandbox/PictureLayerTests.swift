import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

/// Each layer of the sandbox around the process that converts pictures, by itself: what it keeps from a decoder that its
/// picture has taken over is there without it.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct PictureLayerTests {
    private static let finds = Finds { layers in
        let listener = try Listener()
        return try await HostileDecoder(.look, port: listener.port).found(in: layers)
    }

    /// What the decoder says of one thing with a layer, and without it. `base` is what the layer itself needs.
    private func look(
        _ layer: SandboxLayer,
        over base: Set<SandboxLayer> = [.user],
        _ what: String
    ) async throws -> (with: String?, without: String?) {
        let with = try await Self.finds.found(with: base.union([layer]))
        let without = try await Self.finds.found(with: base.subtracting([layer]))
        return (with[what], without[what])
    }

    @Test(arguments: [
        (SandboxLayer.user, "user"), (.network, "net"), (.ipc, "ipc"), (.uts, "uts"), (.processes, "pid"),
    ])
    func aNamespaceIsNotTheHosts(layer: SandboxLayer, name: String) async throws {
        let base: Set<SandboxLayer> = layer == .user ? [] : [.user]
        let found = try await look(layer, over: base, name)
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/\(name)")
        #expect(found.with != nil && found.with != own)
        #expect(found.without == own)
    }

    @Test func noListenerOfTheMachineIsReachedOverTheNetwork() async throws {
        let found = try await look(.network, "connect")
        #expect(found.with == "\(ENETUNREACH)")
        #expect(found.without == "0")
    }

    @Test func itsRootIsEmptyAndReadOnly() async throws {
        let with = try await Self.finds.found(with: [.user, .root])
        let without = try await Self.finds.found(with: [.user])
        #expect(with["root-entries"] == "0")
        #expect(without["root-entries"].flatMap { Int($0) } ?? 0 > 0)
        for file in ["passwd", "self"] { #expect(with[file] == "\(ENOENT)" && without[file] == "0") }
        #expect(with["make"] == "\(EROFS)")
    }

    @Test func processesOfOthersCannotBeNamed() async throws {
        let found = try await look(.processes, "kill")
        #expect(found.with == "\(ESRCH)")
        #expect(found.without == "0")
    }

    /// The decoder leaves a process in a session of its own, which waits with a pipe open.
    @Test(arguments: [true, false]) func nothingThatItMakesOutlivesIt(isOn: Bool) async throws {
        let pipe = NSTemporaryDirectory() + "mayfly-held-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: pipe) }
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let decoder = try HostileDecoder(.child, pipe: pipe)
        _ = try await decoder.convert(in: isOn ? [.user, .processes] : [.user])
        // A pipe that was held, and is so no longer, is hung up. The kernel tells the end of the first process, and lets go of
        // the files of the others, in no order that could be counted on.
        let limit: Int32 = isOn ? 30_000 : 0
        let isGone = try await OwnThread.run {
            var events = pollfd(fd: reader, events: 0, revents: 0)
            return poll(&events, 1, limit) == 1 && events.revents & Int16(POLLHUP) != 0
        }
        #expect(isGone == isOn)
        guard !isGone else { return }
        // What is left ends with a byte.
        let writer = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(writer) }
        #expect(write(writer, "x", 1) == 1)
    }

    @Test func noOtherDescriptorsAreLeft() async throws {
        let found = try await look(.descriptors, "descriptors")
        #expect(found.with == "3")
        #expect(found.without == "5")
    }

    @Test(arguments: [("file-size", "0", "-1"), ("memory", "\(768 << 20)", "-1"), ("dumpable", "0", "1")])
    func whatItMayUseIsLimited(what: String, with: String, without: String) async throws {
        let found = try await look(.limits, what)
        #expect(found.with == with)
        #expect(found.without == without)
    }

    @Test func theKernelEndsItBeforeTheHost() async throws {
        let found = try await look(.limits, "memory-score")
        let own = try kernelText(of: "/proc/self/oom_score_adj")
        #expect(found.with == "500")
        #expect(found.without == own.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    @Test(.withHigherLimits) func noHigherPriorityCanBeHad() async throws {
        let decoder = try HostileDecoder(.look, start: "exec prlimit --rtprio=10:10 --nice=30:30")
        let with = try await decoder.found(in: [.user, .limits])
        let without = try await decoder.found(in: [.user])
        #expect(with["real-time"] == "0" && with["nice"] == "0")
        #expect(without["real-time"] == "10" && without["nice"] == "30")
    }

    @Test func noFileCanBeOpenedWithinTheLimits() async throws {
        let found = try await look(.limits, "passwd")
        #expect(found.with == "\(EMFILE)")
        #expect(found.without == "0")
    }

    @Test func noProgramGivesRights() async throws {
        let found = try await look(.noNewPrivileges, "no-new-privileges")
        #expect(found.with == "1")
        #expect(found.without == "0")
    }

    @Test func noCapabilityCanBeHadAgain() async throws {
        let found = try await look(.capabilities, "bounding")
        #expect(found.with == "0")
        #expect(found.without != found.with)
    }

    @Test(arguments: [("passwd", EACCES), ("self", EACCES), ("make", EACCES)])
    func landlockLeavesNothingWithinReach(what: String, error: Int32) async throws {
        let found = try await look(.landlock, what)
        #expect(found.with == "\(error)")
        #expect(found.without == (what == "make" && geteuid() != 0 ? "\(EACCES)" : "0"))
    }

    @Test func landlockLetsNoTCPConnectionOut() async throws {
        let found = try await look(.landlock, "connect")
        #expect(found.with == "\(EACCES)")
        #expect(found.without == "0")
    }

    @Test(arguments: ["passwd", "socket", "fork", "unshare", "kill", "code"])
    func systemCallsThatAreNotOnTheListAreRefused(what: String) async throws {
        let found = try await look(.seccomp, what)
        #expect(found.with == "\(EPERM)")
        #expect(found.without == "0")
    }

    @Test func theHostsEnvironmentIsNotSeen() async throws {
        try #require(ProcessInfo.processInfo.environment["HOME"] != nil, "the test needs something to be seen")
        let found = try await look(.environment, "home")
        #expect(found.with == "unset")
        #expect(found.without == ProcessInfo.processInfo.environment["HOME"])
    }
}
