import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// What a zygote may itself, as the kernel says of it.
@Suite(.enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }) struct ZygoteConfinementTests {
    /// Looks at the zygote that a worker has come from, and at that worker.
    private func look(_ body: @Sendable (_ zygote: Int32, _ worker: Int32) throws -> Void) async throws {
        // By a name of its own, as the zygotes of other tests live beside it.
        let program = NSTemporaryDirectory() + "mayfly-worker-\(UUID())"
        try FileManager.default.createSymbolicLink(
            atPath: program,
            withDestinationPath: Bundle.main.bundlePath + "/mayfly-worker"
        )
        defer { try? FileManager.default.removeItem(atPath: program) }
        let trace = Trace()
        try await TestHost.with(bundles: [try PluginWorkshop.bundle("recorder")], policy: .immediate, worker: program) {
            test in
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                let first = try #require(trace.process)
                let worker = try #require(try ProcessState.children(of: first).first)
                let zygote = try #require(
                    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.first { id in
                        (try? Self.read(id, "comm")) == "mayfly-zygote\n"
                            && (try? Self.read(id, "cmdline"))?.hasPrefix(program + "\0--zygote") == true
                    }
                )
                try body(zygote, worker)
            }
        }
    }

    private static func read(_ process: Int32, _ file: String) throws -> String {
        try kernelText(of: "/proc/\(process)/\(file)")
    }

    private static func status(_ process: Int32) throws -> [String: String] {
        let pairs = try read(process, "status").split(separator: "\n").map { $0.split(separator: ":\t", maxSplits: 1) }
        return Dictionary(pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }) { $1 }
    }

    @Test func hasNoCapabilityButTheOneThatMountsAndCanHaveNoOther() async throws {
        try await look { zygote, _ in
            let status = try Self.status(zygote)
            // Root's zygote gives its workers another user.
            let mounting = geteuid() == 0 ? "00000000002000c0" : "0000000000200000"
            let none = "0000000000000000"
            #expect(status["CapEff"] == mounting && status["CapPrm"] == mounting)
            #expect(status["CapBnd"] == none && status["CapInh"] == none && status["CapAmb"] == none)
            #expect(status["NoNewPrivs"] == "1")
        }
    }

    @Test func hasAFilterOfItsOwnBelowThatOfItsWorkers() async throws {
        try await look { zygote, worker in
            let (own, workers) = (try Self.status(zygote), try Self.status(worker))
            #expect(own["Seccomp"] == "2" && own["Seccomp_filters"] == "1")
            #expect(workers["Seccomp"] == "2" && workers["Seccomp_filters"] == "2")
        }
    }

    /// It confines itself once it has told the host of the worker, and tells nobody of that.
    @Test func processOneHasNoCapabilityAndTheFilterOfItsWorker() async throws {
        try await look { _, worker in
            let parent = try #require(try Self.status(worker)["PPid"].flatMap { Int32($0) })
            try blockUntil { try Self.status(parent)["Seccomp_filters"] == "2" }
            let status = try Self.status(parent)
            #expect(status["CapEff"] == "0000000000000000" && status["CapPrm"] == "0000000000000000")
            #expect(status["NoNewPrivs"] == "1")
        }
    }

    @Test func cannotWriteWhereTheHostCan() async throws {
        try await look { zygote, _ in
            let mounts = try Self.read(zygote, "mountinfo").split(separator: "\n").map { $0.split(separator: " ") }
            let hosts = mounts.filter { $0[4] == "/host" || $0[4].hasPrefix("/host/") }
            #expect(!hosts.isEmpty)
            // Its own root too, which only workers change, each for itself.
            for mount in hosts + mounts.filter({ $0[4] == "/" }) {
                #expect(mount[5].split(separator: ",").contains("ro"), "\(mount[4])")
            }
        }
    }

    @Test func isBoundedAsWorkersAre() async throws {
        try await look { zygote, _ in
            let lines = try Self.read(zygote, "limits").split(separator: "\n")
            for (name, most) in [("Max core file size", "0"), ("Max file size", "67108864")] {
                let line = try #require(lines.first { $0.hasPrefix(name) })
                #expect(
                    line.dropFirst(name.count).split(separator: " ").prefix(2) == [most[...], most[...]],
                    "\(name)"
                )
            }
        }
    }

    /// The kernel refuses to send a descriptor while all programs of the user have more on their way than the sender may have open
    /// (ETOOMANYREFS, unix, man 7): those that send one keep the limit of the host.
    @Test func mayOpenAsManyFilesAsItsHost() async throws {
        try await look { zygote, worker in
            func limit(of process: Int32) throws -> [Substring] {
                let lines = try Self.read(process, "limits").split(separator: "\n")
                return try #require(lines.first { $0.hasPrefix("Max open files") }).split(separator: " ")
            }
            let first = try #require(try Self.status(worker)["PPid"].flatMap { Int32($0) })
            let own = try limit(of: getpid())
            #expect(try limit(of: zygote) == own)
            #expect(try limit(of: first) == own)
            #expect(try limit(of: worker)[3...4] == ["64", "64"])
        }
    }

    /// What cannot be traced belongs to root in /proc, and nobody else is let in (proc, man 5).
    @Test(.asAnOrdinaryUser) func othersOfTheSameUserCannotTakeItOver() async throws {
        try await look { zygote, worker in
            #expect(throws: (any Error).self) {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/\(zygote)/fd")
            }
            // The host's own view of a worker's memory.
            let memory = try Self.read(worker, "smaps_rollup")
            #expect(memory.contains("Pss:"))
        }
    }
}
