import Foundation
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

@testable import MayflyABI
@testable import MayflyBundles
@testable import MayflyHost
@testable import MayflyStore
@testable import MayflyWorkers

/// The processor time of the host that is charged to an extension, and what is charged to nobody.
@Suite struct HostTimeTests {
    /// Nobody above the worker does anything with the calls, so only reading and decoding them takes time, and all of it on the
    /// worker's event loop, which has no other worker here. Two thirds of the loop's processor time and more are charged. If decoding
    /// were charged to nobody, far more of the calls would fit into the budget.
    @Test(arguments: [1_000, 500_000]) func decodingIsChargedHoweverLargeTheFramesAre(size: Int) async throws {
        let path = try PluginWorkshop.bundle("talker", options: ["-DSIZE=\(size)"])
        var policy = Policy.immediate
        // The plugin talks while it is launched: on a busy machine that takes minutes.
        policy.launch = .seconds(3600)
        policy.calls = Policy.Rate(burst: .max / 2, perSecond: 1)
        policy.hostBudget = .milliseconds(300)
        let loop = try EventLoop()
        let end = try await BareWorker.with(path, policy: policy, loop: loop) { worker, events in
            for await event in events {
                if case .ended(let end, _) = event { return end as WorkerEnd? }
                if case .called = event { worker.reportTaken() }
            }
            return nil
        }
        guard case .exceeded(.hostTime, let used?, limit: 300)? = end?.cause else {
            Issue.record("ended for \(end.map { "\($0.cause)" } ?? "nothing")")
            return
        }
        #expect(used >= 300)
        #expect(await Self.time(of: loop) < .milliseconds(used) * 3 / 2)
    }

    /// The processor time of the loop's thread.
    private static func time(of loop: EventLoop) async -> Duration {
        await withCheckedContinuation { waiter in loop.run { waiter.resume(returning: CPUAccounting.threadTime) } }
    }

    /// Other people decide how many files they send, and how large. The budget is half of what copying them takes. They arrive
    /// while a callback runs, so each is told, and copied, when the extension reports that it has returned from the last one.
    ///
    /// A file system that shares the blocks of a copy copies in no time: nothing can be seen there.
    @Test(.enabled("copies take no time here", copiesTakeTime))
    func copyingReceivedFilesIsChargedToNobody() async throws {
        let pictures = try Self.pictures()
        let count = pictures.count
        try await Puppet.with { test in
            var policy = Policy.immediate
            policy.hostBudget = max(try Self.timeToCopy(pictures), Self.leastTime) / 2
            let host = try test.otherHost(searching: Puppet.folders, policy: policy)
            let gate = try CallbackGate(in: try test.privateFolder(of: "bob"))
            try test.script(["didReceive hold gate"], as: "bob")
            let trace = Trace()
            try await host.withWindow(on: test.conversation, as: "bob", observer: { trace.record($0) }) { window in
                try await window.open(test.bundle(Puppet.id))
                for (number, picture) in pictures.enumerated() {
                    let file = try test.privateFolder(of: "alice") + "/large.gif"
                    try Data(picture).write(to: URL(filePath: file))
                    try await test.send("message url=?\(number)|media=large.gif", from: "alice")
                    await trace.waitUntilTold("didReceive")
                    try test.script([], as: "bob")
                }
                await trace.wait(for: { if case .transcript(let page) = $0 { page.count == count } else { false } })
                gate.release()
                await trace.wait { events in
                    !events.ends.isEmpty
                        || events.count {
                            if case .log(_, _, let line) = $0 { line.hasPrefix("saw didReceive;") } else { false }
                        } == count
                }
            }
            #expect(trace.events.ends.map(\.cause.name) == ["finished"])
            let copies = try FileManager.default.contentsOfDirectory(atPath: test.receivedFolder(of: "bob"))
            #expect(copies.count == count)
        }
    }

    /// Far more than the host needs to tell an extension of the pictures.
    private static let leastTime = Duration.milliseconds(20)

    @Sendable private static func copiesTakeTime() throws -> Bool { try timeToCopy(pictures()) >= leastTime }

    /// Eight, or as many more as it takes where copies are fast. Forty that are copied in less than that time share their blocks.
    private static func pictures() throws -> [[UInt8]] {
        func picture(_ number: Int) throws -> [UInt8] { try SampleFiles.padded("moving.gif", to: (7 << 20) + number) }
        let one = max(try timeToCopy([picture(0)]), .microseconds(1))
        return try (1...min(40, max(8, Int(leastTime * 2 / one)))).map(picture)
    }

    private static func timeToCopy(_ pictures: [[UInt8]]) throws -> Duration {
        let scratch = try ScratchFolder()
        let media = MediaStore(home: HomeFolder(path: scratch.path))
        let folder = ReceivedFolder(try ExtensionFolders.made(in: scratch.path).received)
        let files = try pictures.map { try media.save($0, name: "a.gif", type: .gif) }
        let start = CPUAccounting.threadTime
        for file in files { #expect(folder.add(file, from: media)) }
        return CPUAccounting.threadTime - start
    }
}
