import Foundation
import MayflyABI
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Workers of a host that root runs.
@Suite(
    .enabled(if: geteuid() == 0, "workers of an ordinary user have the id of the user"),
    .enabled("this machine lacks a layer") { try await WholeSandbox.isHere() }
)
struct WorkerUserTests {
    @Test func rootsExtensionsAreNotRoot() async throws {
        let found = try await Probe.found(with: Set(SandboxLayer.allCases))
        #expect(found["user-id"] == "\(WorkerContract.workerUser)")
        #expect(found["group-id"] == "\(WorkerContract.workerUser)")
        // Its private folder is its own.
        #expect(found["private"] == "0")
    }

    @Test func outsideOfItsNamespaceItIsNotRootEither() async throws {
        let trace = Trace()
        try await Recorder.with { test in
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Recorder.id))
                let first = try #require(trace.process)
                let worker = try #require(try ProcessState.children(of: first).first)
                let ids = [String](repeating: "\(WorkerContract.workerUser)", count: 4).joined(separator: "\t")
                let status = try ProcessState.status(of: worker)
                #expect(status["Uid"] == ids && status["Gid"] == ids && status["Groups"]?.isEmpty != false)
            }
        }
    }

    /// What it writes belongs to root on the disk, in whose home folder it is.
    @Test func whatItWritesBelongsToRoot() async throws {
        let bundle = try PluginWorkshop.bundle("puppet", options: ["-pthread"])
        try await TestHost.with(bundles: [bundle], policy: .immediate) { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("save kept", in: window)
            }
            let folder = try test.privateFolder(of: "alice", Puppet.id)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.contains("saved"))
            #expect(FileManager.default.contents(atPath: folder + "/saved") == Data("kept".utf8))
            for name in names {
                let owner = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.ownerAccountID]
                #expect(owner as? Int == 0, "\(name)")
            }
        }
    }
}
