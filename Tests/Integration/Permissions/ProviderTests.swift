import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// Pictures, products and payments come from providers of the app, or are unavailable.
@Suite struct ProviderTests {
    static let all = ["camera", "photos", "purchase", "payment"]
    private static let photo: [UInt8] = [UInt8](
        (try? Data(contentsOf: Checkout.folder.appending(path: "Plugins/Tally/icon.png"))) ?? Data()
    )

    static func with(
        _ provider: TestProvider?,
        asking names: [String] = all,
        showsQuestions: Bool = true,
        showsPayments: Bool = true,
        policy: Policy = .immediate,
        provides: Set<PermissionName> = [],
        trace: Trace = Trace(),
        _ body: @Sendable (ConversationWindow, Trace) async throws -> Void,
        afterwards look: @Sendable (TestHost) throws -> Void = { _ in }
    ) async throws {
        try await TestHost.with(
            bundles: [try ServicesPlugin.bundle(asking: names)],
            policy: policy,
            providers: provider?.everywhere ?? Providers(),
            pressure: NoMemoryPressure()
        ) { test in
            try await test.window(
                as: "alice",
                trace: trace,
                showsQuestions: showsQuestions,
                showsPayments: showsPayments,
                provides: provides
            ) { window in
                try await window.open(test.bundle(ServicesPlugin.id))
                try await body(window, trace)
            }
            try look(test)
        }
    }

    @Test(.proves("C-011")) func withoutAProviderAllIsUnavailableAndNobodyIsAsked() async throws {
        try await Self.with(nil) { window, trace in
            for button in ["photo", "camera", "products", "owned", "buy", "pay"] { try await window.tap(.id(button)) }
            #expect(
                trace.answered == [
                    "photo 1016 file=0 size=none first=0000", "camera 1016 file=0 size=none first=0000",
                    "products 1016 count=0",
                    "owned 1016 count=0", "buy 0 outcome=0 receipt=", "pay 0 outcome=0 receipt=",
                ]
            )
            #expect(!trace.lines.contains { $0.hasPrefix("question") })
        }
    }

    /// A host without a screen says no, whoever would give the picture.
    @Test(arguments: [[], [.camera, .photos]] as [Set<PermissionName>])
    func whereNobodySeesQuestionsAllIsRefusedAndNothingIsKept(provides: Set<PermissionName>) async throws {
        let provider = TestProvider(.picture(Self.photo))
        try await Self.with(provider, showsQuestions: false, provides: provides) { window, trace in
            for button in ["photo", "camera", "products", "owned", "buy", "pay"] { try await window.tap(.id(button)) }
            #expect(
                trace.answered == [
                    "photo 1014 file=0 size=none first=0000", "camera 1014 file=0 size=none first=0000",
                    "products 1014 count=0", "owned 1014 count=0", "buy 1014 outcome=0 receipt=",
                    "pay 1014 outcome=0 receipt=",
                ]
            )
            #expect(trace.shown.isEmpty && provider.asked.isEmpty)
        } afterwards: { test in
            let kept = try test.host.keptAnswers()
            #expect(kept.isEmpty)
        }
    }

    /// Also to what would be shown next: no sheet, no request for a picture.
    @Test(arguments: ["photo", "camera", "products", "buy", "pay"], [true, false])
    func afterNoNothingIsShownAndNobodyIsAsked(button: String, isOfWindow: Bool) async throws {
        let provider = TestProvider(.picture(Self.photo))
        try await Self.with(provider, provides: isOfWindow ? [.camera, .photos] : []) { window, trace in
            for count in 1...2 {
                try await window.tap(.id(button))
                if count == 1 {
                    #expect(trace.answered.isEmpty)
                    try await window.answer(.no)
                }
                #expect(trace.answered.count { $0.hasPrefix("\(button) 1014 ") } == count, "\(trace.answered)")
                #expect(trace.answered.count == count)
            }
            #expect(trace.shown.map { $0.prefix { $0 != " " } } == ["question", "questionOver"], "\(trace.shown)")
            #expect(provider.asked.isEmpty)
        } afterwards: { test in
            let kept = try test.host.keptAnswers()
            #expect(kept.map(\.isGranted) == [false])
            #expect(try ServicesPlugin.pictures(in: test.home).isEmpty)
        }
    }

    @Test(.proves("C-273"), arguments: [("photos", "camera", "takePicture"), ("camera", "photo", "choosePhoto")])
    func whatIsNotDeclaredIsDeniedAndLogged(declared: String, button: String, call: String) async throws {
        let provider = TestProvider(.picture(Self.photo))
        try await Self.with(provider, asking: [declared]) { window, trace in
            for button in [button, "products", "owned", "buy", "pay"] { try await window.tap(.id(button)) }
            #expect(trace.answered.map { $0.split(separator: " ")[1] } == Array(repeating: "1013", count: 5))
            let refused = trace.lines.filter { $0.hasSuffix(" error 1013") }
            #expect(
                refused
                    == [call, "listProducts", "ownedProducts", "buyProduct", "requestPayment"].map {
                        "call \($0) error 1013"
                    }
            )
            #expect(provider.asked.isEmpty && trace.shown.isEmpty)
        }
    }

    /// The decoder of the picture that an app gives runs in a process of its own: where the picture takes it over, the host goes on.
    @Test(arguments: [HostileDecoder.Order.crash, .abort])
    func aPictureThatTakesItsDecoderOverEndsNothing(order: HostileDecoder.Order) async throws {
        let provider = TestProvider(.picture(try SampleFiles.bytes("grey.jpg")))
        let decoder = try HostileDecoder(order)
        try await TestHost.with(
            bundles: [try ServicesPlugin.bundle(asking: Self.all)],
            policy: .immediate,
            mediaWorker: decoder.path,
            providers: provider.everywhere,
            pressure: NoMemoryPressure()
        ) { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace, showsQuestions: true, showsPayments: true) { window in
                try await window.open(test.bundle(ServicesPlugin.id))
                try await window.tap(.id("photo"))
                try await window.answer(.always)
                #expect(await trace.answers(1).last == "photo 1016 file=0 size=none first=0000")
                #expect(provider.asked == ["picture for services, alice"])
                try await window.tap(.id("redraw"))
                #expect(await window.failure == nil)
            }
            #expect(try ServicesPlugin.pictures(in: test.home).isEmpty)
        }
        _ = consume decoder
    }

    @Test(.proves("C-011"), arguments: ["photo", "camera"])
    func aPictureIsMadeAnewAndLiesInThePrivateFolder(button: String) async throws {
        // A photo on its side, with the place where it was taken.
        let photo = try SampleFiles.bytes("turned.jpg")
        for word in ["Exif", "SECRET PLACE"] { #expect(Data(photo).range(of: Data(word.utf8)) != nil) }
        let provider = TestProvider(.picture(photo))
        try await Self.with(provider) { window, trace in
            try await window.tap(.id(button))
            #expect(provider.asked.isEmpty)
            #expect(await window.question?.reason == (button == "photo" ? "For photos" : "For camera"))
            try await window.answer(.always)
            let made = try #require(await trace.answers(1).first)
            #expect(provider.asked == ["picture for services, alice"])
            #expect(made.hasPrefix("\(button) 0 file=1 size=some first="))
            #expect(made.hasSuffix("=ffd8"))
            // The person gives none; it is no picture; the camera is not there.
            let answers: [(TestProvider.Answer, Int)] = [
                (.picture(nil), 0), (.picture([1, 2, 3]), 1016), (.failure, 1016),
            ]
            for (index, (answer, told)) in answers.enumerated() {
                provider.answerWith(answer)
                try await window.tap(.id(button))
                #expect(await trace.answers(index + 2).last == "\(button) \(told) file=0 size=none first=0000")
            }
        } afterwards: { test in
            let made = try MadePicture.only(in: test.home)
            #expect(made.type == .jpeg && made.size == [600, 1_200] && made.bytes != photo)
            #expect(made.hasQuarters([[220, 20, 20], [20, 180, 20], [20, 20, 220], [255, 255, 255]]))
            for word in ["Exif", "SECRET", "Photoshop"] { #expect(!made.contains(word), "\(word)") }
        }
    }

    @Test func eachPictureNeedsATouch() async throws {
        let provider = TestProvider(.picture(Self.photo))
        try await Self.with(provider) { window, trace in
            try await window.tap(.id("photo"))
            try await window.answer(.always)
            _ = await trace.answers(1)
            try await window.tap(.id("twice"))
            let answered = await trace.answers(3)
            #expect(provider.asked.count == 2)
            #expect(answered.contains { $0.hasPrefix("again 1015 ") })
            #expect(answered.contains { $0.hasPrefix("once 0 file=1") })
        }
    }

    @Test func whatWaitsForThePersonHoldsUpNothingAndEndsWithTheExtension() async throws {
        let provider = TestProvider(.nothing)
        try await Self.with(provider, policy: .endlessPatience) { window, trace in
            try await window.tap(.id("photo"))
            try await window.answer(.always)
            #expect(trace.answered.isEmpty)
            // The person does something else meanwhile; a second picture is refused.
            try await window.tap(.id("products"))
            #expect(await window.question?.permission == .purchase)
            try await window.answer(.no)
            try await window.tap(.id("photo"))
            #expect(trace.answered == ["products 1014 count=0", "photo 1007 file=0 size=none first=0000"])
            try await window.closeExtension()
            // The answer comes when the provider has noticed that nobody waits.
            await trace.wait(for: { event in
                guard case .call(_, name: "choosePhoto", _, let error?) = event else { return false }
                return error.code == .notActive
            })
            #expect(await window.openExtension == nil)
        }
    }

    @Test func thePersonHasATime() async throws {
        var policy = Policy.immediate
        policy.person = .milliseconds(50)
        let provider = TestProvider(.nothing)
        try await Self.with(provider, policy: policy) { window, trace in
            try await window.tap(.id("pay"))
            try await window.answer(.once)
            #expect(await trace.answers(1) == ["pay 1012 outcome=0 receipt="])
            // It was the sheet that nobody answered.
            #expect(trace.lines.contains("paymentOver 1 -") && provider.asked.isEmpty)
            await #expect(throws: MayflyError.self) { try await window.answer(.pay) }
        }
    }

    /// The window ends, and so does the test, while the provider goes on.
    @Test func aProviderThatIgnoresItsEndHoldsUpNothing() async throws {
        let provider = TestProvider(.deaf)
        try await Self.with(provider, policy: .endlessPatience) { window, trace in
            let bundle = try #require(await window.openExtension)
            for (button, function) in [("photo", "choosePhoto"), ("pay", "requestPayment")] {
                try await window.tap(.id(button))
                try await window.answer(.always)
                if button == "pay" {
                    await trace.wait(for: { if case .payment = $0 { true } else { false } })
                    let sheet = try #require(await window.payment)
                    try await window.answerPayment(sheet.number, .pay)
                }
                await provider.waitUntilAsked()
                try await window.closeExtension()
                // The call has its answer, though the provider goes on.
                await trace.wait(for: { event in
                    guard case .call(_, name: function, _, let error?) = event else { return false }
                    return error.code == .notActive
                })
                try await window.open(bundle)
            }
            try await window.tap(.id("camera"))
            try await window.answer(.always)
            await provider.waitUntilAsked()
        }
    }

    @Test func aRequestToTheWindowHasATime() async throws {
        var policy = Policy.immediate
        policy.person = .milliseconds(50)
        try await Self.with(nil, policy: policy, provides: [.camera]) { window, trace in
            try await window.tap(.id("camera"))
            try await window.answer(.always)
            #expect(await trace.answers(1) == ["camera 1012 file=0 size=none first=0000"])
            #expect(trace.lines.contains("pictureRequest 1 camera") && trace.lines.contains("pictureRequestOver 1"))
            await #expect(throws: MayflyError.self) { try await window.refusePicture(1) }
        }
    }

    @Test func theWindowComesBeforeTheAppForWhatItProvides() async throws {
        let provider = TestProvider(.picture(Self.photo))
        try await Self.with(provider, provides: [.camera]) { window, trace in
            try await window.tap(.id("camera"))
            try await window.answer(.always)
            let request = try #require(await window.pictureRequest)
            #expect(request.permission == .camera && request.name == "services" && provider.asked.isEmpty)
            try await window.refusePicture(request.number)
            #expect(await trace.answers(1) == ["camera 0 file=0 size=none first=0000"])
            try await window.tap(.id("photo"))
            try await window.answer(.always)
            #expect(await trace.answers(2).last?.hasPrefix("photo 0 file=1") == true)
            #expect(provider.asked.count == 1)
        }
    }

    @Test func onlyTheProviderSaysThatSomethingWasPaid() async throws {
        let provider = TestProvider(.outcome(.done(receipt: Array("signed".utf8))))
        try await Self.with(provider) { window, trace in
            try await window.tap(.id("buy"))
            try await window.answer(.once)
            #expect(provider.asked == ["products"] && trace.answered.isEmpty)
            try await window.answer(.pay)
            _ = await trace.answers(1)
            try await window.tap(.id("products"))
            try await window.tap(.id("owned"))
            #expect(
                trace.answered == [
                    "buy 0 outcome=1 receipt=signed", "products 0 count=1 theme/Dark/199/EUR",
                    "owned 0 count=1 theme/Dark/199/EUR",
                ]
            )
            try await window.tap(.id("pay"))
            try await window.answer(.once)
            try await window.answer(.pay)
            #expect(await trace.answers(4).last == "pay 0 outcome=1 receipt=signed")
            #expect(
                provider.asked == [
                    "products", "buy theme EUR 1.99", "products", "owned", "pay EUR 1250 A round of ice cream",
                ]
            )
            let answers: [(TestProvider.Answer, String)] = [
                (.outcome(.cancelled), "0 outcome=2"), (.outcome(.pending), "0 outcome=3"),
                (.outcome(.unavailable), "0 outcome=0"),
                (.failure, "0 outcome=0"),
                (.outcome(.done(receipt: [UInt8](repeating: 1, count: 65_537))), "-1 outcome=0"),
            ]
            for (index, (answer, told)) in answers.enumerated() {
                provider.answerWith(answer)
                try await window.tap(.id("pay"))
                try await window.answer(.pay)
                #expect(await trace.answers(index + 5).last == "pay \(told) receipt=")
            }
        }
    }

    @Test func whatWasBoughtIsOwnedAlsoAfterARestart() async throws {
        let provider = TestProvider(.outcome(.cancelled))
        try await Self.with(provider) { window, trace in
            try await window.tap(.id("owned"))
            try await window.answer(.always)
            // What was not paid is not owned.
            try await window.tap(.id("buy"))
            try await window.answer(.pay)
            _ = await trace.answers(2)
            try await window.tap(.id("owned"))
            provider.answerWith(.outcome(.done(receipt: [])))
            try await window.tap(.id("buy"))
            try await window.answer(.pay)
            _ = await trace.answers(4)
            try await window.tap(.id("owned"))
            let bundle = try #require(await window.openExtension)
            try await window.closeExtension()
            try await window.open(bundle)
            try await window.tap(.id("owned"))
            #expect(
                await trace.answers(6) == [
                    "owned 0 count=0", "buy 0 outcome=2 receipt=", "owned 0 count=0", "buy 0 outcome=1 receipt=",
                    "owned 0 count=1 theme/Dark/199/EUR", "owned 0 count=1 theme/Dark/199/EUR",
                ]
            )
        }
    }

    @Test func aPaymentThatBreaksARuleReachesNobody() async throws {
        let provider = TestProvider(.outcome(.cancelled))
        try await Self.with(provider) { window, trace in
            try await window.tap(.id("pay-bad"))
            try await window.tap(.id("buy-nothing"))
            #expect(await window.question == nil)
            #expect(await window.payment == nil)
            // NULL is refused in the worker.
            #expect(trace.answered.map { $0.split(separator: " ")[1] } == Array(repeating: "1005", count: 6))
            #expect(provider.asked.isEmpty)
        }
    }
}

extension Trace {
    /// What the person was shown: questions, sheets, and requests for pictures.
    var shown: [String] { lines.filter { $0.contains(/^(question|payment|pictureRequest)/) } }

    /// What the plugin says that it was answered.
    var answered: [String] { events.compactMap(Self.answer) }

    /// The same when there are so many.
    func answers(_ count: Int) async -> [String] {
        await wait(0) { found, event in
            if Self.answer(event) != nil { found += 1 }
            return found >= count
        }
        return answered
    }

    private static func answer(_ event: HostEvent) -> String? {
        guard case .log(_, _, let line) = event else { return nil }
        return line.contains(/^(photo|camera|once|again|products|owned|buy|pay) -?\d+ (file|count|outcome)=/)
            ? line : nil
    }
}
