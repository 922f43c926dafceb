import Foundation
import MayflyLinux
import MayflyModel
import MayflyTesting
import Testing

@testable import MayflyABI
@testable import MayflyBundles
@testable import MayflyHost
@testable import MayflyStore
@testable import MayflyWorkers

/// The processor time of the host that is charged to an extension, and what is charged to nobody.
@Suite struct HostTimeTests {
    /// Nobody above the worker does anything with the calls, so only reading and decoding them takes time. If decoding them were
    /// charged to nobody, far more of them would fit into the budget.
    @Test(arguments: [1_000, 500_000]) func decodingIsChargedHoweverLargeTheFramesAre(size: Int) async throws {
        let path = try PluginWorkshop.bundle("talker", options: ["-DSIZE=\(size)"])
        var policy = Policy.immediate
        policy.launch = .seconds(60)
        policy.calls = Policy.Rate(burst: .max / 2, perSecond: 1)
        policy.hostBudget = .milliseconds(100)
        let (end, calls) = try await BareWorker.with(path, policy: policy) { worker, events in
            var calls = 0
            for await event in events {
                if case .ended(let end, _) = event { return (end as WorkerEnd?, calls) }
                guard case .called = event else { continue }
                calls += 1
                worker.reportTaken()
            }
            return (nil, calls)
        }
        guard case .exceeded(.hostTime, let used?, limit: 100)? = end?.cause else {
            Issue.record("ended for \(end.map { "\($0.cause)" } ?? "nothing")")
            return
        }
        #expect(used >= 100)
        #expect(try Self.timeToDecode(calls, of: size) < .milliseconds(2 * used))
    }

    private static func timeToDecode(_ count: Int, of size: Int) throws -> Duration {
        let view = try #require(Table.view.functions.first)
        let payload = view.payload([.text(String(repeating: "x", count: size))])
        let bytes = Frame(.call, function: view.id, instance: 1, payload: payload).bytes
        var worker = WorkerProtocol()
        let start = CPUAccounting.threadTime
        for _ in 0..<count {
            bytes.withUnsafeBytes { worker.append($0) }
            while let frame = try worker.next() {
                guard case .none = try worker.handle(frame) else { continue }
                Issue.record("it is no call")
            }
        }
        return CPUAccounting.threadTime - start
    }

    /// Other people decide how many files they send, and how large. The budget is half of what copying them takes. They arrive
    /// while a callback runs, so each is told, and copied, when the extension reports that it has returned from the last one.
    @Test func copyingReceivedFilesIsChargedToNobody() async throws {
        let (count, size) = (8, 7 << 20)
        let pictures = try (1...count).map { try SampleFiles.padded("moving.gif", to: size + $0) }
        try await Puppet.with { test in
            var policy = Policy.immediate
            policy.hostBudget = try Self.timeToCopy(pictures, test) / 2
            let host = try ExtensionHost(
                home: HomeFolder(path: test.home),
                searchPath: SearchPath(
                    home: test.home,
                    environment: [SearchPath.variable: try Puppet.folders],
                    executableFolder: nil,
                    currentFolder: "/"
                ),
                policy: policy
            )
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

    private static func timeToCopy(_ pictures: [[UInt8]], _ test: TestHost) throws -> Duration {
        let home = HomeFolder(path: test.home + "/measured")
        let media = MediaStore(home: home)
        let folders = ExtensionFolders(named: "own", in: home)
        try folders.make()
        let folder = ReceivedFolder(folders.received)
        let files = try pictures.map { try media.save($0, name: "a.gif", type: .gif) }
        let start = CPUAccounting.threadTime
        for file in files { #expect(folder.add(file, from: media)) }
        return CPUAccounting.threadTime - start
    }
}
