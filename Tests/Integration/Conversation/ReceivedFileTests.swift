import Foundation
import MayflyBundles
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// The files of messages that an extension is told of: whose they are, and what an extension can learn by them.
@Suite struct ReceivedFileTests {
    private static func image(_ trace: Trace) throws -> String {
        try #require(Inserter.told(trace).last { $0[0] == "opened" })[7]
    }

    @Test func whatOthersSendNeverEndsAnExtension() async throws {
        var policy = Policy.immediate
        policy.storageBytes = 2 << 20
        policy.storageCheck = .zero
        policy.vitalSigns = .milliseconds(10)
        try await Puppet.with(policy: policy) { test in
            for number in 1...4 {
                let bytes = try SampleFiles.padded("moving.gif", to: (1 << 20) + number)
                try Data(bytes).write(to: URL(filePath: try test.privateFolder(of: "alice") + "/large.gif"))
                try await test.send("message url=?\(number)|media=large.gif", from: "alice")
            }
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                for number in 1...4 { try await window.tapBubble(number) }
                for _ in 0..<5 { try await test.play("sleep 20", in: window) }
                #expect(await window.openExtension != nil)
            }
            #expect(trace.events.ends.map(\.cause.name) == ["finished"])
            let folder = try test.receivedFolder(of: "bob")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 4)
        }
    }

    /// They are more than the folder of received files holds, and more than an extension may keep. They come again at the next launch.
    /// The host's time is limited as usual.
    @Test func fiveLargeFilesAtEachOfTwoLaunchesEndNoExtension() async throws {
        try await Puppet.with { test in
            var policy = Policy.immediate
            policy.hostBudget = Policy().hostBudget
            policy.hostWindow = Policy().hostWindow
            policy.storageBytes = 32 << 20
            policy.storageCheck = .zero
            policy.vitalSigns = .milliseconds(10)
            for number in 1...5 {
                let bytes = try SampleFiles.padded("moving.gif", to: (15 << 20) + number)
                try Data(bytes).write(to: URL(filePath: try test.privateFolder(of: "alice") + "/large.gif"))
                try await test.send("message url=?\(number)|media=large.gif", from: "alice")
            }
            let host = try test.otherHost(searching: Puppet.folders, policy: policy)
            let trace = Trace()
            for _ in 1...2 {
                try await host.withWindow(on: test.conversation, as: "bob", observer: { trace.record($0) }) { window in
                    try await window.open(test.bundle(Puppet.id))
                    for number in 1...5 { try await window.tapBubble(number) }
                    for _ in 0..<5 { try await test.play("sleep 20", in: window) }
                }
            }
            #expect(trace.events.ends.map(\.cause.name) == ["finished", "finished"])
            let told = trace.sightings.filter { $0.name == "didSelect" }.compactMap { $0["selected.media"] }
            #expect(told.count == 10 && Set(told).count == 5)
            let kept = try FileManager.default.contentsOfDirectory(atPath: test.receivedFolder(of: "bob"))
            #expect(kept.count == 4)
        }
    }

    /// An extension without a sandbox can put links anywhere; one in the sandbox only into its private folder.
    @Test(arguments: [Confinement(), .none])
    func aLinkOfTheExtensionIsNeverFollowed(confinement: Confinement) async throws {
        try await Inserter.with(confinement: confinement) { inserter in
            let test = inserter.test
            try inserter.put(sample: "palette.png")
            try await inserter.order("message|m|?x|@palette.png|-|Hello")
            try await inserter.window.send()
            let file = try #require(try inserter.received().first?.message?.layout?.image)
            let own = try test.privateFolder(of: "bob", Inserter.id) + "/received"
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
            let received = try test.receivedFolder(of: "bob", Inserter.id)
            for folder in [own, received] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder + "/" + file.storedName,
                    withDestinationPath: "/etc/passwd"
                )
            }
            let trace = Trace()
            try await test.window(as: "bob", trace: trace) { window in try await window.tapBubble(1) }
            let told = try Self.image(trace)
            let isMoved = told == "/received/" + file.storedName
            #expect(isMoved || told == received + "/" + file.storedName)
            let kept = try inserter.kept(file)
            #expect(FileManager.default.contents(atPath: received + "/" + file.storedName) == Data(kept))
            let link = own + "/" + file.storedName
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/etc/passwd")
        }
    }

    @Test func theFileOfAMessageGoesWhenTheMessageExpires() async throws {
        let clock = TestClock()
        try await Puppet.with(clock: clock) { test in
            try test.givePicture(to: "alice")
            try await test.send("message url=?1|caption=c|image=good.png|expires=1", from: "alice")
            let file = try #require(try test.messages(of: "bob").first?.layout?.image)
            try await test.window(as: "bob") { window in try await window.tapBubble(1) }
            let home = HomeFolder(path: test.home)
            let places = [
                try test.receivedFolder(of: "bob") + "/" + file.storedName, home.media + "/" + file.storedName,
            ]
            #expect(places.allSatisfy(FileManager.default.fileExists))
            // Stored two minutes ago, as it is by the clock of the test.
            let date = Date(timeIntervalSinceNow: -120)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: places[1])
            clock.advance(by: .seconds(120))
            #expect(try test.rows(of: "bob").isEmpty)
            #expect(!places.contains(where: FileManager.default.fileExists))
            // Who sent it keeps what was sent.
            let sent = try #require(try test.messages(of: "alice").first?.layout?.image)
            #expect(sent != file)
            #expect(FileManager.default.fileExists(atPath: home.media + "/" + sent.storedName))
        }
    }

    @Test func aReceivedFileCanBeSentOn() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            try await test.send("message url=?1|caption=first|image=good.png", from: "alice")
            try await test.window(as: "bob") { window in
                try await window.tapBubble(1)
                try await test.play("message from=selected|caption=second", in: window)
                try await window.send()
            }
            let images = try test.messages(of: "alice").map { $0.layout?.image }
            #expect(images.count == 2 && images.allSatisfy { $0 != nil })
        }
    }

    @Test func anUninstalledExtensionLeavesNoFiles() async throws {
        try await TestHost.with(bundles: []) { test in
            let bundle = try test.host.install(bundleAt: try Puppet.bundles[0])
            let folder = try test.receivedFolder(of: "alice")
            try Data("x".utf8).write(to: URL(filePath: folder + "/x.png"))
            try test.host.uninstall(bundle.id)
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }
}
