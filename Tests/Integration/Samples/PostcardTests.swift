import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyViews
import Testing

/// The sample with a camera, in a real worker.
@Suite struct PostcardTests {
    private static let id = "org.mayfly.postcard"

    /// Alice has opened it, in a host whose camera and pictures are the provider's.
    private static func with(
        _ provider: TestProvider?,
        _ body: @Sendable (TestHost, ConversationWindow, Trace) async throws -> Void
    ) async throws {
        try await TestHost.with(
            bundles: [Samples.folder + "/Postcard.mayfly"],
            policy: .immediate,
            providers: provider?.everywhere ?? Providers(),
            pressure: NoMemoryPressure()
        ) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace, showsQuestions: true) { window in
                try await window.open(test.bundle(id))
                try await body(test, window, trace)
            }
        }
    }

    private static func picture(_ name: String = "cone-mint-cherry") throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(Samples.iceCream)/Resources/\(name).png")))
    }

    @Test func aPictureOfTheCameraIsSentWithItsWordsAndReadByAnybody() async throws {
        let provider = TestProvider(.picture(try Self.picture()))
        try await Self.with(provider) { test, window, trace in
            try await window.tap("camera")
            #expect(await window.question?.reason == "To take the picture of your postcard")
            #expect(await window.cardText.contains("Take a picture for your postcard"))
            try await window.answer(.always)
            await trace.waitForCard("The picture of your postcard")
            try await window.tap("write")
            #expect(await window.style == .expanded)
            try await window.input("words", "Hello from the sea")
            try await window.tap("postcard")
            let staged = try #require(await window.draft.message?.message?.layout)
            #expect(staged.image?.pixelSize == .init(width: 600, height: 600))
            #expect(staged.caption == MentionText(literal: "Hello from the sea"))
            #expect(await window.openExtension == nil)
            try await window.send()
            // The private folder has no picture any more.
            let folder = try test.privateFolder(of: "alice", Self.id)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)

            let bobs = Trace()
            try await test.window(as: "bob", trace: bobs) { window in
                let entry = try #require(await window.transcript.entry(number: 1))
                #expect(
                    BubbleText(entry, name: window.name(of:)).line.hasPrefix(
                        "[Postcard] Hello from the sea / (jpeg, 600"
                    )
                )
                #expect(entry.item?.spokenText(name: window.name(of:)) == "A postcard: Hello from the sea")
                try await window.tapBubble(1)
                #expect(await window.cardText.contains("Hello from the sea"))
                #expect(await window.cardText.contains("Answer with a postcard"))
            }
        }
    }

    @Test func aSignatureOfTheSettingsStandsBelowTheWords() async throws {
        let provider = TestProvider(.picture(try Self.picture()))
        try await Self.with(provider) { test, window, trace in
            let id = try #require(ExtensionID(rawValue: Self.id))
            try test.host.setSetting("signature", of: id, on: "alice", to: .text("Yours, Alice"))
            await trace.wait(for: { event in
                if case .call(_, name: "readSettings", _, nil) = event { true } else { false }
            })
            try await window.tap("photo")
            try await window.answer(.always)
            await trace.waitForCard("The picture of your postcard")
            try await window.tap("write")
            try await window.input("words", "Hello")
            try await window.tap("postcard")
            let staged = try #require(await window.draft.message?.message?.layout)
            #expect(staged.caption == MentionText(literal: "Hello"))
            #expect(staged.subcaption == MentionText(literal: "Yours, Alice"))
        }
    }

    @Test func aChosenPictureIsSentAsASticker() async throws {
        let provider = TestProvider(.picture(try Self.picture()))
        try await Self.with(provider) { _, window, trace in
            try await window.tap("photo")
            #expect(await window.question?.reason == "To let you choose the picture of your postcard")
            try await window.answer(.once)
            await trace.waitForCard("The picture of your postcard")
            try await window.tap("sticker")
            #expect(await window.draft.media.map(\.brief) == ["sticker A postcard"])
        }
    }

    @Test func withoutACameraItSaysWhatElseThereIs() async throws {
        try await Self.with(nil) { _, window, trace in
            try await window.tap("camera")
            await trace.waitForCard("No picture can be taken here. You can choose one that you have.")
            try await window.tap("photo")
            await trace.waitForCard("No picture can be chosen here. You can take one with a camera.")
            #expect(await window.cardText.contains("What is on your postcard?"))
        }
    }

    @Test func aRefusalIsToldAndNoPictureIsNone() async throws {
        let provider = TestProvider(.picture(nil))
        try await Self.with(provider) { _, window, trace in
            try await window.tap("camera")
            try await window.answer(.no)
            await trace.waitForCard("You have not let Postcard use the camera.")
            try await window.tap("photo")
            #expect(await !window.cardText.contains("You have not let"))
            try await window.answer(.always)
            // Nothing was chosen: the ways to a picture are there again.
            await trace.waitForCard("What is on your postcard?", after: "Choose a picture for your postcard")
            #expect(provider.asked == ["picture for Postcard, alice"])
        }
    }

    @Test func aPictureIsKeptUntilItIsDiscarded() async throws {
        let provider = TestProvider(.picture(try Self.picture()))
        try await Self.with(provider) { test, window, trace in
            try await window.tap("photo")
            try await window.answer(.always)
            await trace.waitForCard("The picture of your postcard")
            let process = try #require(trace.process)
            try #require(kill(process, SIGKILL) == 0)
            await trace.wait { !$0.ends.isEmpty }
            try await window.open(test.bundle(Self.id))
            #expect(await window.cardText.contains("The picture of your postcard"))
            try await window.tap("discard")
            #expect(await window.cardText.contains("What is on your postcard?"))
            let folder = try test.privateFolder(of: "alice", Self.id)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }
}

extension Trace {
    /// Waits for a card that says `text`, where `earlier` is given after one that says that.
    fileprivate func waitForCard(_ text: String, after earlier: String? = nil) async {
        await wait((isLate: earlier == nil, isFound: false)) { state, event in
            if case .view(_, let style, .card(let card, let inputs)) = event {
                let lines = CardPrinter(style: style).lines(of: card, inputs: inputs).joined(separator: "\n")
                if state.isLate, lines.contains(text) { state.isFound = true }
                if let earlier, lines.contains(earlier) { state.isLate = true }
            }
            return state.isFound
        }
    }
}
