import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// What belongs to an install: private storage and identities (model 3.16, 6.2).
@Suite struct PrivateStorageTests {
    private static let keep = ["viewDidAppear load", "didPerformAction save kept"]

    @Test(.proves("C-275")) func privateStorageOutlivesKilledProcessesAndGoesWithTheUninstall() async throws {
        let bundle = try #require(try Puppet.bundles.first)
        try await TestHost.with(bundles: [], policy: .immediate) { test in
            try test.host.install(bundleAt: bundle)
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                for _ in 1...2 {
                    try test.script(Self.keep, as: "alice")
                    try await window.open(test.bundle(Puppet.id))
                    try await window.tap("run")
                    try await window.closeExtension()
                }
                // In place: the storage stays.
                try test.host.install(bundleAt: bundle)
                try await window.open(test.bundle(Puppet.id))
            }
            #expect(trace.answers == ["loaded ", "loaded kept", "loaded kept"])
            let folder = try test.privateFolder(of: "alice")
            let id = try test.bundle(Puppet.id).id
            try test.host.uninstall(id)
            #expect(!FileManager.default.fileExists(atPath: folder))
            try test.host.install(bundleAt: bundle)
            // Nor does the name of the folder tell that it is the same person.
            #expect(try test.privateFolder(of: "alice") != folder)
            try test.script(Self.keep, as: "alice")
            trace.clear()
            try await test.window(as: "alice", trace: trace) { try await $0.open(test.bundle(Puppet.id)) }
            #expect(trace.answers == ["loaded "])
        }
    }

    @Test(.proves("C-190", "C-192", "C-193")) func idsChangeWithAReinstallAndStayWithAnUpdate() async throws {
        let bundle = try #require(try Puppet.bundles.first)
        try await TestHost.with(bundles: [], policy: .immediate) { test in
            try test.host.install(bundleAt: bundle)
            try await test.send("message url=?1", from: "bob")
            let first = try await told(test)
            try test.host.install(bundleAt: bundle)
            #expect(try await told(test) == first)
            try test.host.install(bundleAt: try Self.update(of: bundle, in: test.home + "/update"))
            #expect(try test.bundle(Puppet.id).manifest.version.description == "1.1.0")
            let updated = try await told(test)
            for key in ["local", "remote0", "selected.sender", "selected.url"] {
                #expect(updated[key] != nil)
                #expect(updated[key] == first[key])
            }
            try test.host.uninstall(try test.bundle(Puppet.id).id)
            try test.host.install(bundleAt: bundle)
            let second = try await told(test)
            // The old message stays, and everybody in it has a new id (6.8).
            #expect(second["selected.url"] == "?1")
            for key in ["local", "remote0", "selected.sender"] {
                #expect(second[key] != nil)
                #expect(second[key] != first[key])
            }
            #expect(second["selected.sender"] == second["remote0"])
        }
    }

    /// A copy of a bundle as its author's next release, 1.1.0.
    private static func update(of bundle: String, in folder: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/" + URL(filePath: bundle).lastPathComponent
        try FileManager.default.copyItem(atPath: bundle, toPath: path)
        let manifest = URL(filePath: path + "/manifest.json")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        try #require(text.contains("1.0.0"))
        try Data(text.replacing("1.0.0", with: "1.1.0").utf8).write(to: manifest)
        return path
    }

    /// What the extension is told on alice's device when bob's message is tapped.
    private func told(_ test: TestHost) async throws -> Sighting {
        let trace = Trace()
        try await test.window(as: "alice", trace: trace) { try await $0.tapBubble(1) }
        return try trace.sighting("didBecomeActive")
    }
}
