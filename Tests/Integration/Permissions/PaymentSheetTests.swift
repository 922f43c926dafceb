import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// Before money is spent, the host asks the person on a sheet of its own; the provider only charges.
@Suite struct PaymentSheetTests {
    private static let receipt = TestProvider.Answer.outcome(.done(receipt: Array("signed".utf8)))

    /// A window in which the permissions for payments and products are granted.
    private static func with(
        _ provider: TestProvider,
        showsPayments: Bool = true,
        policy: Policy = .immediate,
        _ body: @Sendable (ConversationWindow, Trace) async throws -> Void
    ) async throws {
        try await ProviderTests.with(provider, showsPayments: showsPayments, policy: policy) { window, trace in
            try await window.tap(.id("owned"))
            try await window.answer(.always)
            _ = await trace.answers(1)
            try await window.tap(.id("pay"))
            try await window.answer(.always)
            if showsPayments { try await window.answer(.cancel) }
            #expect(await trace.answers(2) == ["owned 0 count=0", "pay 0 outcome=2 receipt="])
            #expect(provider.asked == ["owned"])
            try await body(window, trace)
        }
    }

    @Test func whatTheSheetShowsIsWhatIsCharged() async throws {
        let provider = TestProvider(Self.receipt)
        try await Self.with(provider) { window, trace in
            try await window.tap(.id("pay"))
            let sheet = try #require(await window.payment)
            #expect(sheet.price.description == "EUR 12.50" && sheet.name == "services")
            #expect(sheet.purpose == .payment(label: "A round of ice cream"))
            #expect(trace.lines.contains("payment 2 EUR 12.50 'A round of ice cream'"))
            #expect(provider.asked == ["owned"])
            try await window.answer(.pay)
            #expect(await window.payment == nil)
            #expect(await trace.answers(3).last == "pay 0 outcome=1 receipt=signed")
            #expect(trace.lines.contains("paymentOver 2 pay"))
            #expect(provider.asked == ["owned", "pay EUR 1250 A round of ice cream"])
        }
    }

    @Test func aProductHasTheTitleAndThePriceOfTheShop() async throws {
        let provider = TestProvider(Self.receipt)
        try await Self.with(provider) { window, trace in
            try await window.tap(.id("buy"))
            #expect(await window.payment?.purpose == .product(id: "theme", title: "Dark"))
            #expect(await window.payment?.price.description == "EUR 1.99")
            try await window.answer(.cancel)
            #expect(await trace.answers(3).last == "buy 0 outcome=2 receipt=")
            try await window.tap(.id("buy"))
            try await window.answer(.pay)
            #expect(await trace.answers(4).last == "buy 0 outcome=1 receipt=signed")
            #expect(provider.asked == ["owned", "products", "products", "buy theme EUR 1.99"])
        }
    }

    @Test func whatTheShopDoesNotListIsRefused() async throws {
        let provider = TestProvider(Self.receipt)
        try await Self.with(provider) { window, trace in
            try await window.tap(.id("buy-unlisted"))
            #expect(await trace.answers(3).last == "buy 1005 outcome=0 receipt=")
            #expect(await window.payment == nil)
            #expect(provider.asked == ["owned", "products"])
            provider.answerWith(.failure)
            try await window.tap(.id("buy"))
            #expect(await trace.answers(4).last == "buy 0 outcome=0 receipt=")
            #expect(await window.payment == nil)
        }
    }

    /// The act of the person waits for the sheet, and no longer than for a server.
    @Test func aShopThatListsNothingInTimeIsGivenUp() async throws {
        let provider = TestProvider(Self.receipt)
        var policy = Policy.immediate
        (policy.service, policy.person) = (.seconds(10), .seconds(3600))
        try await Self.with(provider, policy: policy) { window, trace in
            provider.answerWith(.nothing)
            try await window.tap(.id("buy"))
            #expect(await trace.answers(3).last == "buy 1012 outcome=0 receipt=")
            #expect(await window.payment == nil)
            #expect(provider.asked == ["owned", "products"])
        }
    }

    @Test func anAnswerToASheetThatIsOverIsRefused() async throws {
        let provider = TestProvider(Self.receipt)
        try await Self.with(provider) { window, _ in
            try await window.tap(.id("pay"))
            // The first sheet had the number 1.
            for number in [1, 3, -1] {
                let error = await #expect(throws: MayflyError.self) { try await window.answerPayment(number, .pay) }
                #expect(error?.code == .notAsShown)
            }
            #expect(await window.payment?.number == 2)
            try await window.answer(.cancel)
            await #expect(throws: MayflyError.self) { try await window.answerPayment(2, .pay) }
            #expect(provider.asked == ["owned"])
        }
    }

    @Test func thereIsOneSheetAtATimeAndEachNeedsATouch() async throws {
        let provider = TestProvider(Self.receipt)
        try await Self.with(provider) { window, trace in
            try await window.tap(.id("pay-twice"))
            #expect(trace.answered.last == "pay 1015 outcome=0 receipt=")
            try await window.tap(.id("pay-JPY"))
            #expect(trace.answered.last == "pay 1007 outcome=0 receipt=")
            #expect(await window.payment?.price.description == "EUR 12.50")
            try await window.answer(.pay)
            _ = await trace.answers(5)
            #expect(provider.asked == ["owned", "pay EUR 1250 A round of ice cream"])
        }
    }

    @Test func theSheetEndsWithTheExtension() async throws {
        let provider = TestProvider(Self.receipt)
        try await Self.with(provider, policy: .endlessPatience) { window, trace in
            try await window.tap(.id("pay"))
            try await window.closeExtension()
            #expect(await window.payment == nil)
            #expect(trace.lines.contains("paymentOver 2 -"))
            let error = await #expect(throws: MayflyError.self) { try await window.answerPayment(2, .pay) }
            #expect(error?.code == .notAsShown)
            await trace.wait(for: { event in
                guard case .call(_, name: "requestPayment", _, let error?) = event else { return false }
                return error.code == .notActive
            })
            #expect(provider.asked == ["owned"])
        }
    }

    @Test func whereNobodySeesSheetsNothingIsPaid() async throws {
        let provider = TestProvider(Self.receipt)
        try await Self.with(provider, showsPayments: false) { window, trace in
            try await window.tap(.id("buy"))
            #expect(await trace.answers(3).last == "buy 0 outcome=2 receipt=")
            #expect(!trace.lines.contains { $0.hasPrefix("payment") })
            #expect(provider.asked == ["owned", "products"])
        }
    }
}

extension ConversationWindow {
    /// Answers the sheet that is open.
    func answer(_ answer: PaymentAnswer) async throws {
        let number = payment?.number ?? 0
        try await answerPayment(number, answer)
    }
}
