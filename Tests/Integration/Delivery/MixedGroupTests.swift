import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// One message in a group of unlike devices: what each of them gets of it.
@Suite struct MixedGroupTests {
    @Test(.proves("C-250", "C-255", "C-256", "C-257", "C-261", "C-262"))
    func eachDeviceGetsItsOwnFormOfTheSameMessage() async throws {
        try await MixedGroup.with { test in
            try await test.post("web")
            let sent = try #require(try test.items(on: "fay").first)
            #expect(sent.message?.layout?.trailingSubcaption == MentionText(literal: "end"))
            let received = try test.items(on: "dan")
            #expect(try test.items(on: "wil") == received)
            // The picture was converted on its way; all else is as it was sent.
            var expected = try #require(sent.message)
            let image = try #require(received.first?.message?.layout?.image)
            #expect(image.type == .jpeg)
            expected.layout?.image = image
            #expect(received.map(\.content) == [.interactive(expected)])
            #expect(received.map(\.id) == [sent.id])

            let parts = try test.items(on: "leo")
            let picture = MediaFile(
                digest: image.digest,
                name: "picture.jpg",
                type: .jpeg,
                byteCount: image.byteCount,
                pixelSize: image.pixelSize
            )
            #expect(
                parts.map(\.content) == [
                    .attachment(Attachment(file: picture)), .text("https://example.org/poll?x=%C3%BC&y"),
                ]
            )
            #expect(parts.allSatisfy { $0.sender == sent.sender && $0.origin == sent.origin })
            #expect(Set(parts.map(\.id) + [sent.id]).count == 3)
            #expect(try test.host.look(at: "chat", as: "fay").transcript.entries.first?.bubble?.delivery == .sent)
        }
    }

    @Test(.proves("C-255"))
    func aLegacyDeviceCollapsesNothing() async throws {
        try await MixedGroup.with { test in
            try await test.post("web", "web")
            for device in ["fay", "dan", "wil"] {
                let entries = try test.host.look(at: "chat", as: device).transcript.entries
                #expect(entries.map { $0.item == nil } == [true, false])
            }
            #expect(try test.items(on: "leo").count == 4)
        }
    }

    @Test(.proves("C-258", "C-259"))
    func aLegacyDeviceGetsWebAddressesOnlyAndNeverNothing() async throws {
        try await MixedGroup.with { test in
            try await test.post("picture", "link", "data", "bare")
            let contents = try test.items(on: "leo").map(\.content)
            try #require(contents.count == 4)
            guard case .attachment(let attachment) = contents[0] else {
                Issue.record("\(contents[0]) is not the picture")
                return
            }
            #expect(attachment.file.type.isPicture)
            // The sender puts the name in: a legacy device cannot.
            #expect(contents.dropFirst() == [.text("HTTP://example.org/"), .text("fay asked"), .text("post message")])
        }
    }

    @Test(.proves("C-261"))
    func whatIsNoMessageReachesAllAlike() async throws {
        try await MixedGroup.with { test in
            try await test.window(as: "leo") { window in
                try await window.type("hello from an old device")
                try await window.send()
            }
            for device in MixedGroup.devices {
                #expect(try test.items(on: device).map(\.content) == [.text("hello from an old device")])
            }
        }
    }
}
