import Foundation
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting
import Testing

/// What shows something to the person needs a touch each time, also where its permission was granted for good.
@Suite struct RequestTouchTests {
    private static let buttons = ["photo", "camera", "buy", "pay"]
    private static let refused = [
        "buy 1015 outcome=0 receipt=", "camera 1015 file=0 size=none first=0000",
        "pay 1015 outcome=0 receipt=", "photo 1015 file=0 size=none first=0000",
    ]

    /// Has the plugin ask for each of the four after a touch, and grants it for good; the person gives and pays nothing.
    private static func grant(_ window: ConversationWindow, _ trace: Trace) async throws {
        for button in buttons {
            let count = trace.answered.count
            try await window.tap(.id(button))
            try await window.answer(.always)
            if let request = await window.pictureRequest { try await window.refusePicture(request.number) }
            if await window.payment != nil { try await window.answer(.cancel) }
            _ = await trace.answers(count + 1)
        }
    }

    /// The picture comes from the window or from the app.
    @Test(arguments: [true, false]) func whatIsGrantedForGoodNeedsATouchEachTime(isOfWindow: Bool) async throws {
        let provider = TestProvider(.picture(nil))
        let bundle = try ServicesPlugin.bundle(asking: ProviderTests.all, options: ["-DAT_START"])
        let provides: Set<PermissionName> = isOfWindow ? [.camera, .photos] : []
        try await TestHost.with(
            bundles: [bundle],
            policy: .immediate,
            providers: provider.everywhere,
            pressure: NoMemoryPressure()
        ) { test in
            let trace = Trace()
            try await test.window(
                as: "alice",
                trace: trace,
                showsQuestions: true,
                showsPayments: true,
                provides: provides
            ) { window in
                // It asks when it appears, with no touch and no permission yet.
                try await window.open(test.bundle(ServicesPlugin.id))
                #expect(await trace.answers(4).sorted() == Self.refused)
                #expect(trace.shown.isEmpty && provider.asked.isEmpty)
                try await Self.grant(window, trace)
                let asked = provider.asked
                #expect(
                    asked == (isOfWindow ? [] : Array(repeating: "picture for services, alice", count: 2)) + [
                        "products"
                    ]
                )
                #expect(try test.host.keptAnswers().count { $0.isGranted } == 4)

                // With all permissions, and a touch that led to nothing before it was closed.
                try await window.tap(.id("redraw"))
                try await window.closeExtension()
                trace.clear()
                try await window.open(test.bundle(ServicesPlugin.id))
                #expect(await trace.answers(4).sorted() == Self.refused)
                #expect(trace.shown.isEmpty && provider.asked == asked, "\(trace.shown) \(provider.asked)")
            }
            try await Self.expectRefusal(afterAnOldTouchOf: Self.buttons, provides, provider, in: test, bundle)
        }
    }

    /// The lists of products raise the question about purchases: not without a touch.
    @Test func aListOfProductsIsNotAskedForWithoutATouch() async throws {
        let provider = TestProvider(.picture(nil))
        try await TestHost.with(
            bundles: [try ServicesPlugin.bundle(asking: ProviderTests.all, options: ["-DLISTS_AT_START"])],
            policy: .immediate,
            providers: provider.everywhere,
            pressure: NoMemoryPressure()
        ) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace, showsQuestions: true, showsPayments: true) { window in
                try await window.open(test.bundle(ServicesPlugin.id))
                #expect(await trace.answers(2).sorted() == ["owned 1015 count=0", "products 1015 count=0"])
                #expect(trace.shown.isEmpty && provider.asked.isEmpty)
                try await window.tap(.id("products"))
                #expect(await window.question?.permission == .purchase)
            }
        }
    }

    /// The same home folder in a host for which each touch is too long ago.
    private static func expectRefusal(
        afterAnOldTouchOf buttons: [String],
        _ provides: Set<PermissionName>,
        _ provider: TestProvider,
        in test: TestHost,
        _ bundle: String
    ) async throws {
        var policy = Policy.immediate
        policy.touch = .zero
        let folder = URL(filePath: bundle).deletingLastPathComponent().path
        let host = try test.otherHost(searching: folder, policy: policy, providers: provider.everywhere)
        let (trace, asked) = (Trace(), provider.asked)
        try await host.withWindow(
            on: test.conversation,
            as: "alice",
            showsQuestions: true,
            showsPayments: true,
            provides: provides,
            observer: { trace.record($0) }
        ) { window in
            try await window.open(host.catalog().find(ServicesPlugin.id))
            #expect(await trace.answers(4).sorted() == refused)
            trace.clear()
            for button in buttons { try await window.tap(.id(button)) }
            #expect(await trace.answers(4).sorted() == refused)
        }
        #expect(trace.shown.isEmpty && provider.asked == asked, "\(trace.shown) \(provider.asked)")
    }
}
