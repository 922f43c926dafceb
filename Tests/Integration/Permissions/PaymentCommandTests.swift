import Foundation
import MayflyTestSupport
import Testing

/// How people pay: by a script, at a terminal and by the host protocol, with the program that has a shop for tests.
@Suite struct PaymentCommandTests {
    /// What the plugin says that it was answered.
    private static func said(_ outcome: Tool.Outcome) throws -> [String] {
        try outcome.events().compactMap { $0["line"] as? String }.filter { $0.contains("outcome=") }
    }

    private static func launch(_ tool: Tool, _ script: String) async throws -> Tool.Outcome {
        let arguments = ["launch", TestShop.id, "--conversation", "chat", "--script", "-", "--json"]
        return try await tool.run(all: arguments, script: "style expanded\n" + script)
    }

    private static func receipt(in line: String?) throws -> Substring {
        let line = try #require(line)
        return line[try #require(line.range(of: "receipt=")).upperBound...]
    }

    @Test func aScriptPaysOnlyByALineOfItsOwn() async throws {
        try await TestShop.with { tool, shop in
            try await tool.setUp()
            let silent = try await Self.launch(
                tool,
                "tap pay\nanswer always\ntap redraw\ntap pay\nanswer cancel\nwait requestPayment\n"
            )
            #expect(silent.status == 0, "\(silent)")
            #expect(try Self.said(silent) == Array(repeating: "pay 0 outcome=2 receipt=", count: 2))
            #expect(try shop.charged.isEmpty)
            let paid = try await Self.launch(tool, "tap pay\nanswer pay\nwait requestPayment\n")
            #expect(paid.status == 0, "\(paid)")
            let statement = "EUR 1250 \(TestShop.id)"
            #expect(try shop.charged == [statement])
            let receipt = try Self.receipt(in: Self.said(paid).last)
            #expect(shop.hasSigned(receipt, for: statement) && !shop.hasSigned(receipt, for: "EUR 1 \(TestShop.id)"))
            let sheet = try #require(try paid.events().first { $0["event"] as? String == "payment" })
            #expect(sheet["price"] as? String == "EUR 12.50" && sheet["decimals"] as? Int == 2)
            #expect(sheet["amount"] as? Int == 1250 && sheet["currency"] as? String == "EUR")
            #expect(sheet["label"] as? String == "A round of ice cream" && sheet["name"] as? String == "services")
            let over = try #require(try paid.events().first { $0["event"] as? String == "paymentOver" })
            #expect(over["answer"] as? String == "pay" && over["payment"] as? Int == 1)
            let early = try await Self.launch(tool, "answer pay\n")
            #expect(early.status != 0 && early.errors.contains("there is nothing to pay"))
        }
    }

    @Test func aNoPaysNothingAndShowsNoSheet() async throws {
        try await TestShop.with { tool, shop in
            try await tool.setUp()
            let refused = ["pay 1014 outcome=0 receipt=", "buy 1014 outcome=0 receipt="]
            // The second time nothing is asked.
            for script in ["tap pay\nanswer no\ntap buy\nanswer no\n", "tap pay\ntap buy\n"] {
                let outcome = try await Self.launch(tool, script)
                #expect(try Self.said(outcome) == refused && outcome.status == 0, "\(outcome)")
                #expect(try !outcome.events().contains { $0["event"] as? String == "payment" })
            }
            #expect(try shop.charged.isEmpty)
            let kept = try await tool.run("permissions", "list").lines.dropFirst()
            #expect(kept.count == 2 && kept.allSatisfy { $0.hasSuffix(" no") }, "\(kept)")
        }
    }

    /// It shows sheets and gives pictures, and asks its person nothing.
    @Test func forAClientThatShowsNoQuestionsEachAnswerIsNo() async throws {
        try await TestShop.with { tool, shop in
            let client = try HostClient.inChat(tool, wanting: ["payments", "camera", "photos"])
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": TestShop.id])
            for button in ["pay", "buy", "camera", "photo"] {
                try client.call("window.tap", ["window": window, "control": button])
                let look = try client.look(at: window)
                for part in ["question", "payment", "picture_request"] { #expect(look[part] == nil, "\(button)") }
            }
            let batch = try client.call("events.next", ["window": window, "after": 0, "max": 4096])
            let events = try #require(batch["events"] as? [HostClient.Object])
            let told = events.compactMap { $0["line"] as? String }.filter { $0.contains(" 1014 ") }
            #expect(
                told == [
                    "pay 1014 outcome=0 receipt=", "buy 1014 outcome=0 receipt=",
                    "camera 1014 file=0 size=none first=0000", "photo 1014 file=0 size=none first=0000",
                ]
            )
            let shown = events.compactMap { $0["event"] as? String }.filter {
                $0.contains(/^(question|payment|picture)/)
            }
            #expect(try shown.isEmpty && shop.charged.isEmpty, "\(shown)")
            #expect((try client.call("permissions.list")["answers"] as? [HostClient.Object])?.isEmpty == true)
        }
    }

    /// Each time by another process of the host.
    @Test func whatWasBoughtIsOwnedInTheNextProcessToo() async throws {
        try await TestShop.with { tool, _ in
            try await tool.setUp()
            func owned() async throws -> [String] {
                let outcome = try await Self.launch(tool, "tap owned\nanswer once\nwait ownedProducts\n")
                #expect(outcome.status == 0, "\(outcome)")
                return try outcome.events().compactMap { $0["line"] as? String }.filter { $0.hasPrefix("owned ") }
            }
            #expect(try await owned() == ["owned 0 count=0"])
            let bought = try await Self.launch(tool, "tap buy\nanswer once\nanswer pay\nwait buyProduct\n")
            #expect(bought.status == 0, "\(bought)")
            #expect(try await owned() == ["owned 0 count=1 theme/Dark/199/EUR"])
        }
    }

    @Test func theProgramsOfTheProductSayThatItIsUnavailable() async throws {
        try await TestShop.with { tool, shop in
            var tool = tool
            tool.program = "mayfly"
            try await tool.setUp()
            let outcome = try await Self.launch(tool, "tap pay\ntap buy\n")
            #expect(try Self.said(outcome) == ["pay 0 outcome=0 receipt=", "buy 0 outcome=0 receipt="])
            #expect(try !outcome.events().contains { ["question", "payment"].contains($0["event"] as? String) })
            #expect(try shop.charged.isEmpty)
        }
    }

    @Test func aPersonAtATerminalSeesTheAmountForAMomentBeforeTheyPay() async throws {
        try await TestShop.with { tool, shop in
            try await tool.withSession(of: TestShop.id) { terminal in
                try terminal.enter("tap pay-KWD\n")
                try terminal.waitFor("'answer once'")
                try terminal.enterUntilTaken("answer always", until: "$ 'answer pay' pays KWD 1.250")
                #expect(terminal.allOutput.contains("$ pay KWD 1.250 to \u{201C}services\u{201D}?"))
                // The words of the extension cannot end the quotation.
                let label = "$ in its own words: \u{201C}A 'round' of ice cream\u{201D}"
                #expect(terminal.allOutput.contains(label), "\(terminal.allOutput.suffix(1_500))")
                #expect(try shop.charged.isEmpty)
                try terminal.enterUntilTaken("answer pay", until: "outcome=1")
                #expect(try shop.charged == ["KWD 1250 \(TestShop.id)"])
                try terminal.enter("tap pay-XYZ\n")
                try terminal.waitFor("$ pay XYZ 1,250 (minor units) to \u{201C}services\u{201D}?")
            }
        }
    }

    @Test func aClientThatShowsSheetsAnswersThem() async throws {
        try await TestShop.with { tool, shop in
            let client = try HostClient.inChat(tool, wanting: ["questions", "payments"])
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": TestShop.id])
            try client.call("window.tap", ["window": window, "control": "buy"])
            try client.call("window.answer", ["window": window, "question": 1, "answer": "always"])
            let sheet = try #require(try client.look(at: window)["payment"] as? HostClient.Object)
            #expect(sheet["product"] as? String == "theme" && sheet["title"] as? String == "Dark")
            #expect(sheet["price"] as? String == "EUR 1.99" && sheet["label"] == nil)
            for (number, answer) in [(7, "pay"), (1, "perhaps")] {
                #expect(throws: HostClient.Failure.self) {
                    try client.call("window.answerPayment", ["window": window, "payment": number, "answer": answer])
                }
            }
            #expect(try shop.charged.isEmpty)
            try client.call("window.answerPayment", ["window": window, "payment": 1, "answer": "pay"])
            let line = try Self.answer(1, client, window)
            #expect(shop.hasSigned(try Self.receipt(in: line), for: "EUR 199 \(TestShop.id)"))
            #expect(try client.look(at: window)["payment"] == nil)
        }
    }

    @Test func forAClientThatShowsNoSheetsTheAnswerIsCancelled() async throws {
        try await TestShop.with { tool, shop in
            let client = try HostClient.inChat(tool, wanting: ["questions"])
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": TestShop.id])
            try client.call("window.tap", ["window": window, "control": "pay"])
            try client.call("window.answer", ["window": window, "question": 1, "answer": "always"])
            #expect(try Self.answer(1, client, window) == "pay 0 outcome=2 receipt=")
            #expect(try client.look(at: window)["payment"] == nil && shop.charged.isEmpty)
        }
    }

    /// The line of that number in which the plugin says what it was answered, when it has come.
    private static func answer(_ number: Int, _ client: HostClient, _ window: String) throws -> String {
        var (found, after): ([String], Int) = ([], 0)
        while found.count < number {
            let batch = try client.call(
                "events.next",
                ["window": window, "after": after, "kinds": ["log"], "waitMs": 30_000]
            )
            after = try #require(batch["next"] as? Int)
            let events = try #require(batch["events"] as? [HostClient.Object])
            found += events.compactMap { $0["line"] as? String }.filter { $0.contains("outcome=") }
        }
        return found[number - 1]
    }
}
