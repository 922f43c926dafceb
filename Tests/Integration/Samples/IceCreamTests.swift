import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// The sample in Swift, in a real worker. Its whole story is the demo's; here are the borders.
@Suite struct IceCreamTests {
    private static let id = "org.mayfly.icecream"

    @Test func theStagedBubbleCarriesThePictureItself() async throws {
        try await Samples.with { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                try await window.tap("new")
                try await window.tap("base-cup")
                let image = try #require(await window.draft.message?.message?.layout?.image)
                #expect(image.type == .png)
                #expect(image.pixelSize == MediaFile.PixelSize(width: 600, height: 600))
                let original = Samples.folder + "/IceCream.mayfly/Resources/cup-none-none.png"
                let copy = "\(test.home)/media/\(image.digest.rawValue).png"
                #expect(try Data(contentsOf: URL(filePath: copy)) == Data(contentsOf: URL(filePath: original)))
                try await window.send()
            }
        }
    }

    @Test(.proves("C-153")) func theSummaryNamesThePersonOnEveryDevice() async throws {
        try await Samples.with { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                try await window.tap("new")
                try await window.tap("base-cone")
                try await window.send()
            }
            try await test.window(as: "bob") { window in
                try await window.tapBubble(1)
                try await window.tap("scoops-vanilla")
                try await window.send()
                guard case .summary(let line) = await window.transcript.entry(number: 1) else {
                    Issue.record("the older bubble is not a summary line")
                    return
                }
                // Kept as a reference to the person, shown by name, and never as a UUID.
                #expect(line.text.segments.contains { if case .participant = $0 { true } else { false } })
                #expect(line.text.display(name: window.name(of:)).contains("alice"))
                #expect(!line.text.display(name: window.name(of:)).contains("$"))
            }
        }
    }

    /// Nothing is pretended: who has not paid has the plain theme.
    @Test func thePartyThemeIsTheirsWhoHaveBoughtIt() async throws {
        let provider = TestProvider(.outcome(.cancelled), selling: "theme.party")
        try await TestHost.with(
            bundles: [Samples.iceCream],
            policy: .immediate,
            providers: provider.everywhere,
            pressure: NoMemoryPressure()
        ) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace, showsQuestions: true, showsPayments: true) { window in
                var sheets = 0
                func press(_ outcome: PaymentOutcome, shows text: String) async throws {
                    provider.answerWith(.outcome(outcome))
                    let count = provider.asked.count
                    trace.clear()
                    try await window.tap("theme")
                    if await window.question != nil {
                        #expect(await window.question?.reason == "To offer you the party theme")
                        try await window.answer(.always)
                    }
                    await trace.wait(for: { if case .payment = $0 { true } else { false } })
                    sheets += 1
                    try await window.answerPayment(sheets, .pay)
                    await trace.wait(for: { event in
                        if case .call(_, name: "presentView", _, _) = event { true } else { false }
                    })
                    #expect(provider.asked.dropFirst(count) == ["products", "buy theme.party EUR 1.99"])
                    #expect(await window.cardText.contains(text))
                }
                try await window.open(test.bundle(Self.id))
                try await press(.cancelled, shows: "Party theme")
                try await press(.pending, shows: "The party theme comes when your purchase is confirmed.")
                try await press(.unavailable, shows: "The party theme cannot be bought here.")
                #expect(await !window.cardText.contains("Party time!"))
                try await press(.done(receipt: [1]), shows: "Party time!")
                #expect(await !window.cardText.contains("Party theme"))
                try await window.closeExtension()
                try await window.open(test.bundle(Self.id))
                #expect(await window.cardText.contains("Party time!"))
            }
        }
    }

    @Test func whereNothingIsSoldItSaysSoAndGoesOn() async throws {
        try await Samples.with { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                try await window.tap("theme")
                let said = await window.cardText
                #expect(said.contains("The party theme cannot be bought here. All else works without it."))
                try await window.tap("new")
                #expect(await window.style == .expanded)
            }
        }
    }

    @Test func aDamagedHistoryDoesNotStopTheExtension() async throws {
        try await Samples.with { test in
            let device = try #require(try test.host.devices().first { $0.name == "alice" })
            let id = try #require(ExtensionID(rawValue: Self.id))
            let folder = try test.host.folders(of: id, on: device.id).privateFolder
            for name in ["history", "history.txt"] {
                try Data([0xFF, 0x00, 0x0A, 0x3D, 0x0A]).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                try await window.tap("new")
                #expect(await window.style == .expanded)
            }
        }
    }
}
