import Foundation
import Testing

/// `mayfly host --stdio`, as an app in another language uses it.
@Suite struct HostProtocolTests {
    private static func inTally(_ body: @Sendable (HostClient, Tool) async throws -> Void) async throws {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            let client = try HostClient.inChat(tool)
            try await body(client, tool)
        }
    }

    @Test func anAppOpensTapsAndSends() async throws {
        try await Self.inTally { client, tool in
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            for control in ["plus", "plus", "stage"] {
                try client.call("window.tap", ["window": window, "control": control])
            }
            let draft = try #require(try client.call("window.look", ["window": window])["draft"] as? HostClient.Object)
            try client.call("window.send", ["window": window, "draft": draft["id"] ?? ""])

            let other = try client.openWindow(as: "bob")
            let page = try client.call("transcript.page", ["window": other])
            let entry = try #require((page["entries"] as? [HostClient.Object])?.last)
            #expect(entry["kind"] as? String == "message")
            #expect(entry["sender"] as? String == "alice")
            #expect((entry["layout"] as? HostClient.Object)?["caption"] as? String == "Tally: 2")
            #expect(try await tool.run("transcript", "chat", "--as", "bob").output.contains("Tally: 2"))
            try client.closeInput()
            #expect(try client.finish() == 0)
            #expect(try client.errorText().isEmpty)
        }
    }

    /// What follows from an act was told when its answer comes.
    @Test func anAnswerToAnActComesAfterItsEvents() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            let answer = try client.call("window.tap", ["window": window, "control": "plus"])
            let events = try client.events(of: window)
            #expect(events.count >= answer["last_event"] as? Int ?? .max)
            let told = events.prefix(answer["last_event"] as? Int ?? 0)
            #expect(told.contains { $0["name"] as? String == "didPerformAction" })
            let view = told.last { $0["event"] as? String == "view" }
            #expect((view?["lines"] as? [String])?.first == "1")
        }
    }

    /// The callback that comes before the view does not end the wait, and a name that is no kind is told.
    @Test func aClientGetsTheKindsOfEventsThatItAsksFor() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            let last = try client.look(at: window)["last_event"] as? Int ?? 0
            func next(_ kinds: [String]) throws -> HostClient.Object {
                try client.result(
                    of: try client.request(
                        "events.next",
                        ["window": window, "after": last, "kinds": kinds, "waitMs": 60_000]
                    )
                )
            }
            let tap = try client.request("window.tap", ["window": window, "control": "plus"])
            #expect(try client.result(of: tap)["last_event"] as? Int ?? 0 >= last + 2)
            let views = try #require(try next(["view"])["events"] as? [HostClient.Object])
            #expect(views.map { $0["event"] as? String } == ["view"])
            let both = try #require(try next(["callback", "view"])["events"] as? [HostClient.Object])
            #expect(both.map { $0["event"] as? String } == ["callback", "view"])
            for wrong in [["views"], []] {
                let failure = try #require(throws: HostClient.Failure.self) { try next(wrong) }
                #expect(failure.name == "wrongParameter" && failure.member == "kinds")
                #expect(failure.message.contains(wrong.first ?? "1 to 19"))
            }
        }
    }

    /// `by` says what the name of a control is, so that nothing else is looked for.
    @Test func aControlIsTappedByTheNameThatIsMeant() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            func tap(_ control: String, by kind: String) throws {
                try client.call("window.tap", ["window": window, "control": control, "by": kind])
            }
            func firstLine() throws -> String? {
                let view = try client.events(of: window).last { $0["event"] as? String == "view" }
                return (view?["lines"] as? [String])?.first
            }
            try tap("plus", by: "id")
            #expect(try firstLine() == "1")
            for (control, kind) in [
                ("plus", "title"), ("1", "id"), ("1", "title"), ("plus", "number"), ("plus", "name"),
            ] {
                let failure = #expect(throws: HostClient.Failure.self) { try tap(control, by: kind) }
                #expect(failure?.message.contains(kind == "name" ? "name" : control) == true)
            }
            #expect(try firstLine() == "1")
        }
    }

    /// Acts of one window are carried out in the order of the requests, and answered in it.
    @Test func requestsThatAreSentTogetherKeepTheirOrder() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            let words = (0..<200).map { "\($0) " }
            let ids = try words.map { try client.request("window.type", ["window": window, "text": $0]) }
            for id in ids { _ = try client.result(of: id) }
            let draft = try client.call("window.look", ["window": window])["draft"] as? HostClient.Object
            #expect(draft?["text"] as? String == words.joined())
        }
    }

    /// Each begins when the one before it is done, also where an extension is opened first.
    @Test func actsThatAreSentTogetherWaitForEachOther() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            func ids(_ requests: [(String, HostClient.Object)]) throws -> [Int] {
                try requests.map { try client.request("window." + $0, ["window": window].merging($1) { $1 }) }
            }
            let story = try ids([
                ("openExtension", ["extension": "org.mayfly.tally"]), ("tap", ["control": "plus"]),
                ("tap", ["control": "stage"]), ("look", [:]),
            ])
            let results = try story.map(client.result)
            let numbers = results.dropLast().compactMap { $0["last_event"] as? Int }
            #expect(numbers == numbers.sorted() && Set(numbers).count == 3)
            let draft = try #require(results.last?["draft"] as? HostClient.Object)
            #expect(
                ((draft["message"] as? HostClient.Object)?["layout"] as? HostClient.Object)?["caption"] as? String
                    == "Tally: 1"
            )
            // What was seen is not what would be sent.
            let late = try ids([
                ("tap", ["control": "plus"]), ("tap", ["control": "stage"]), ("send", ["draft": draft["id"] ?? ""]),
            ])
            for id in late.dropLast() { _ = try client.result(of: id) }
            let failure = #expect(throws: HostClient.Failure.self) { try client.result(of: late[2]) }
            #expect(failure?.name == "notAsShown")
        }
    }

    /// A page has what was sent by the requests before it, and nothing of those behind it.
    @Test func aPageIsReadInItsTurn() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            func staged() throws -> String {
                for control in ["plus", "stage"] {
                    try client.call("window.tap", ["window": window, "control": control])
                }
                let draft = try client.call("window.look", ["window": window])["draft"] as? HostClient.Object
                return try #require(draft?["id"] as? String)
            }
            func messages(_ request: Int) throws -> Int {
                let entries = try client.result(of: request)["entries"] as? [HostClient.Object]
                return try #require(entries).count { $0["kind"] as? String == "message" }
            }
            try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            for round in 0..<20 {
                let draft = try staged()
                let before = try client.request("transcript.page", ["window": window])
                let send = try client.request("window.send", ["window": window, "draft": draft])
                let behind = try client.request("transcript.page", ["window": window])
                #expect(try messages(before) == round)
                _ = try client.result(of: send)
                #expect(try messages(behind) == round + 1)
            }
        }
    }

    /// A person who taps while an extension is busy does not wait for it.
    @Test func aRequestCanBeginBesideThoseBeforeIt() async throws {
        let glutton = try Glutton.bundle()
        try await Tool.with(bundles: [glutton]) { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": Glutton.id])
            // Each takes a tenth of a second.
            let naps = try (0..<20).map { _ in try client.request("window.tap", ["window": window, "control": "sleep"])
            }
            let look = try client.request("window.look", ["window": window, "now": true])
            let answered = try (0...20).map { _ in try client.nextAnswer()["id"] as? Int }
            #expect(answered.filter { $0 != look } == naps)
            #expect(answered.last != look)
        }
    }

    /// What was asked for before the end of the input is done and answered, as with `printf … | mayfly host --stdio`.
    @Test func requestsBeforeTheEndOfInputAreAnswered() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            let ids = try [
                client.request("window.openExtension", ["window": window, "extension": "org.mayfly.tally"]),
                client.request("window.tap", ["window": window, "control": "plus"]),
                client.request("events.next", ["window": window, "after": 0, "waitMs": 60_000]),
                client.request("window.close", ["window": window]),
            ]
            try client.closeInput()
            var answers: [Int: HostClient.Object] = [:]
            for _ in ids {
                let answer = try client.nextAnswer()
                answers[try #require(answer["id"] as? Int)] = try HostClient.result(answer)
            }
            #expect(Set(answers.keys) == Set(ids))
            #expect(try client.finish() == 0)
        }
    }

    @Test func aSendNamesTheDraftThatWasSeen() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            try client.call("window.type", ["window": window, "text": "seen"])
            let draft = try #require(try client.call("window.look", ["window": window])["draft"] as? HostClient.Object)
            try client.call("window.type", ["window": window, "text": " and not seen"])
            let failure = #expect(throws: HostClient.Failure.self) {
                try client.call("window.send", ["window": window, "draft": draft["id"] ?? ""])
            }
            #expect(failure?.name == "notAsShown")
            #expect(try client.call("transcript.page", ["window": window])["count"] as? Int == 0)
        }
    }

    @Test func aTapNamesTheViewThatWasSeen() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": "org.mayfly.tally"])
            let view = try #require(try client.events(of: window).last { $0["event"] as? String == "view" })
            let number = try #require(view["number"] as? Int)
            try client.call("window.tap", ["window": window, "control": "plus", "view": number])
            let failure = #expect(throws: HostClient.Failure.self) {
                try client.call("window.tap", ["window": window, "control": "plus", "view": number])
            }
            #expect(failure?.name == "notAsShown")
        }
    }

    /// A file of the person goes out, and comes back in pieces.
    @Test func attachmentsGoInAndMediaComesOut() async throws {
        try await Self.inTally { client, tool in
            let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: 32 + $0 % 90) })
            let path = tool.home + "/notes.txt"
            try bytes.write(to: URL(filePath: path))
            let window = try client.openWindow()
            try client.call("window.attach", ["window": window, "path": path])
            let draft = try #require(try client.call("window.look", ["window": window])["draft"] as? HostClient.Object)
            let item = try #require((draft["media"] as? [HostClient.Object])?.first)
            #expect(item["name"] as? String == "notes.txt")
            let file = try #require(item["file"] as? HostClient.Object)
            var read = Data()
            while read.count < bytes.count {
                let piece = try client.call(
                    "media.read",
                    ["sha256": file["sha256"] ?? "", "offset": read.count, "length": 100_000]
                )
                #expect(piece["size"] as? Int == bytes.count)
                read += try #require((piece["base64"] as? String).flatMap { Data(base64Encoded: $0) })
            }
            #expect(read == bytes)
            let stored = try client.call("media.path", ["sha256": file["sha256"] ?? ""])["path"] as? String
            #expect(try Data(contentsOf: URL(filePath: stored ?? "")) == bytes)
            let failure = #expect(throws: HostClient.Failure.self) {
                try client.call("window.attach", ["window": window, "path": tool.home + "/no such file"])
            }
            #expect(failure?.name == "files")
        }
    }

    /// Extensions are opened one after the other in one window, which is open before and after.
    @Test func aWindowLivesWithoutAnExtension() async throws {
        try await Tool.with(bundles: [Samples.tally, Samples.iceCream]) { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            #expect(try client.call("window.look", ["window": window])["extension"] is NSNull)
            for id in ["org.mayfly.tally", "org.mayfly.icecream"] {
                try client.call("window.openExtension", ["window": window, "extension": id])
                #expect(try client.call("window.look", ["window": window])["extension"] as? String == id)
            }
            try client.call("window.closeExtension", ["window": window])
            #expect(try client.call("window.look", ["window": window])["extension"] is NSNull)
            try client.call("window.close", ["window": window])
            let receipts = try client.events(of: window).filter { $0["event"] as? String == "receipt" }
            #expect(receipts.map { $0["cause"] as? String } == ["finished", "finished"])
            let failure = #expect(throws: HostClient.Failure.self) {
                try client.call("window.look", ["window": window])
            }
            #expect(failure?.name == "unknownWindow")
        }
    }

    /// A long text is cut in events and in the transcript, and can be read whole.
    @Test func longTextsAreReadInPieces() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            let text = String(repeating: "ärger ", count: 100_000)
            try client.call("window.type", ["window": window, "text": text])
            let draft = try #require(try client.call("window.look", ["window": window])["draft"] as? HostClient.Object)
            #expect(draft["text_bytes"] as? Int == text.utf8.count)
            #expect(text.hasPrefix(try #require(draft["text"] as? String)))
            try client.call("window.send", ["window": window, "draft": draft["id"] ?? ""])
            let page = try client.call("transcript.page", ["window": window])
            let entry = try #require((page["entries"] as? [HostClient.Object])?.last)
            #expect(entry["text_bytes"] as? Int == text.utf8.count)
            var read = Data()
            while read.count < text.utf8.count {
                let piece = try client.call(
                    "text.read",
                    ["window": window, "item": entry["id"] ?? "", "offset": read.count]
                )
                read += try #require((piece["base64"] as? String).flatMap { Data(base64Encoded: $0) })
            }
            #expect(String(decoding: read, as: UTF8.self) == text)
        }
    }

    /// The transcript is read upwards, each row once.
    @Test func theTranscriptIsReadInPages() async throws {
        try await Self.inTally { client, _ in
            let window = try client.openWindow()
            for number in 1...130 {
                try client.call("window.type", ["window": window, "text": "\(number)"])
                let draft = try client.call("window.look", ["window": window])["draft"] as? HostClient.Object
                try client.call("window.send", ["window": window, "draft": draft?["id"] ?? ""])
            }
            var (rows, before) = ([HostClient.Object](), [:] as HostClient.Object)
            while true {
                var parameters = before
                parameters["window"] = window
                let page = try client.call("transcript.page", parameters)
                #expect(page["count"] as? Int == 130)
                let entries = try #require(page["entries"] as? [HostClient.Object])
                guard let first = entries.first else { break }
                rows = entries + rows
                before = ["before": first["id"] ?? ""]
            }
            #expect(rows.map { $0["number"] as? Int } == Array(1...130))
            #expect(rows.map { $0["text"] as? String } == (1...130).map(String.init))
        }
    }
}
