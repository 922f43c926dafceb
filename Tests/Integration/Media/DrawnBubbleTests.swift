import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// What is really in the bubbles that `mayfly transcript --svg` draws, and where (model 7.1).
@Suite struct DrawnBubbleTests {
    /// The sender's device draws the very picture, and the other what the host made of it on its way.
    @Test(arguments: ["image", "media"]) func aPictureFillsTheBody(part: String) async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            try await test.send("message url=?a|\(part)=good.png", from: "alice")
            let original = try Data(contentsOf: URL(filePath: try test.privateFolder(of: "alice") + "/good.png"))
            for device in ["alice", "bob"] {
                let bubble = try #require(try await DrawnBubble.all(of: test, as: device).first)
                let picture = try #require(bubble.media)
                // All of the body is seen of the picture, which reaches over its edges and leaves no strip free.
                #expect(picture.frame.covers(bubble.body))
                #expect(picture.seen == bubble.body)
                #expect(picture.fillsFrame)
                #expect(picture.width == 600 && picture.height == 600)
                let file = try #require(try test.messages(of: device).first?.layout?.shownMedia)
                let kept = URL(filePath: "\(test.home)/media/\(file.digest.rawValue).\(file.type.fileExtension)")
                #expect(try picture.bytes == Data(contentsOf: kept))
                #expect(file.type == (device == "alice" ? .png : .jpeg))
                if device == "alice" { #expect(picture.bytes == original) }
            }
        }
    }

    /// A device without the extension draws the icon that came with the message.
    @Test(.proves("C-211")) func eachBubbleHasTheIconOfAnInstalledExtensionAtItsUpperLeft() async throws {
        let other = try PluginWorkshop.bundle("puppet", id: Puppet.otherID, options: ["-pthread"])
        let icons = try ["Tally", "IceCream"].map { name in
            try Data(contentsOf: Checkout.folder.appending(path: "Plugins/\(name)/icon.png"))
        }
        try icons[1].write(to: URL(filePath: other + "/icon.png"))
        try #require(icons[0] != icons[1])
        let bundles = [try #require(try Puppet.bundles.first), other]
        try await TestHost.with(bundles: bundles, policy: .immediate) { test in
            try test.givePicture(to: "alice")
            try await test.send("message url=?a|image=good.png|caption=first", from: "alice")
            try await test.send("message url=?b|caption=second", from: "bob", Puppet.otherID)
            for device in ["alice", "bob"] {
                let bubbles = try await DrawnBubble.all(of: test, as: device)
                try #require(bubbles.count == 2)
                for (bubble, icon) in zip(bubbles, icons) {
                    let drawn = try #require(bubble.icon)
                    #expect(drawn.bytes == icon)
                    #expect(bubble.letter == nil)
                    // Over that corner, all of it seen, and too small to reach another one.
                    #expect(drawn.seen == drawn.frame)
                    #expect(drawn.frame.x < bubble.body.x && drawn.frame.y < bubble.body.y)
                    #expect(drawn.frame.maxX > bubble.body.x && drawn.frame.maxY > bubble.body.y)
                    #expect(drawn.frame.width < bubble.body.width / 4 && drawn.frame.height < bubble.body.height)
                }
            }
            let lacking = try await DrawnBubble.all(of: test, as: "bob", isLacking: true)
            #expect(lacking.map(\.icon?.bytes) == icons)
            #expect(lacking.allSatisfy { $0.letter == nil })
            // One that is installed has its own icon, whatever came with the message.
            let changed = try Data(contentsOf: Checkout.folder.appending(path: "Plugins/BurgerPoll/icon.png"))
            try changed.write(to: URL(filePath: other + "/icon.png"))
            #expect(try await DrawnBubble.all(of: test, as: "alice").map(\.icon?.bytes) == [icons[0], changed])
            let gone = try await DrawnBubble.all(of: test, as: "alice", isLacking: true)
            #expect(gone.map(\.icon?.bytes) == icons)
        }
    }

    /// Such an icon is not sent: a device without the extension draws the first letter of its name.
    @Test func aLargeIconIsDrawnWhereTheExtensionIsInstalledOnly() async throws {
        let bundle = try PluginWorkshop.bundle("puppet", id: Puppet.otherID, options: ["-pthread"])
        let icon = try Data(contentsOf: Checkout.folder.appending(path: "Documentation/images/page.png"))
        try #require(icon.count > Origin.mostIconBytes)
        try icon.write(to: URL(filePath: bundle + "/icon.png"))
        try await TestHost.with(bundles: [bundle], policy: .immediate) { test in
            try await test.send("message url=?b|caption=second", from: "alice", Puppet.otherID)
            let bubble = try #require(try await DrawnBubble.all(of: test, as: "bob").first)
            #expect(bubble.icon?.bytes == icon && bubble.letter == nil)
            let lacking = try #require(try await DrawnBubble.all(of: test, as: "bob", isLacking: true).first)
            #expect(lacking.icon == nil && lacking.letter == "P")
        }
    }
}
