import MayflyConformance
import MayflyModel
import Testing

@Suite struct MessageValidationTests {
    private func code(_ url: String?, layout: TemplateLayout? = nil) -> MessageErrorCode? {
        do {
            try InteractiveMessage(url: url, layout: layout).validate()
            return nil
        } catch {
            return error.code
        }
    }

    @Test(.proves("C-115")) func acceptsTheSchemesOfTheModelAndNone() {
        for url in [
            "http://a.example", "HTTPS://a.example/?x=y:z", "data:text/plain,x", "?scoop=1&x=a:b", "#a:b", "/a:b",
            "a/b?c", "//a.example/",
        ] {
            #expect(code(url) == nil, "\(url)")
        }
    }

    @Test(.proves("C-117")) func refusesOtherSchemesAndWhatMightBeRead() {
        for url in [
            "file:///etc/passwd", "tally://x", "javascript:x()", " javascript:x", "java\tscript:x", ":x", "1:x",
        ] {
            #expect(code(url) == .unsupportedURLScheme, "\(url)")
        }
    }

    @Test(.proves("C-114")) func counts5000Characters() {
        let start = "https://a.example/?"
        let room = 5_000 - start.count
        #expect(code(start + String(repeating: "x", count: room)) == nil)
        #expect(code(start + String(repeating: "x", count: room + 1)) == .urlExceedsMaxSize)
    }

    @Test func countsThePercentEncodedForm() {
        #expect(MessageURL.encodedLength(of: "?a=%20b") == 7)
        #expect(MessageURL.encodedLength(of: "?a= b") == 7)
        #expect(MessageURL.encodedLength(of: "?ü") == 7)
        #expect(MessageURL.encodedLength(of: "%") == 3)
        #expect(MessageURL.encodedLength(of: "%2") == 4)
        #expect(MessageURL.encodedLength(of: "%zz") == 5)
        #expect(code("?" + String(repeating: "ü", count: 833)) == nil)
        #expect(code("?" + String(repeating: "ü", count: 834)) == .urlExceedsMaxSize)
    }

    @Test func boundsItsTextsTogether() {
        let half = InteractiveMessage.mostTextBytes / 2
        var message = InteractiveMessage(url: "?a", layout: TemplateLayout())
        message.summaryText = MentionText(literal: String(repeating: "x", count: half - 2))
        message.layout?.trailingCaption = MentionText(literal: String(repeating: "x", count: half))
        #expect(throws: Never.self) { try message.requireShortTexts() }
        message.accessibilityLabel = MentionText(literal: "x")
        let error = #expect(throws: MessageError.self) { try message.requireShortTexts() }
        #expect(error?.code == .limitExceeded)
        let reason = "the message's texts have 262145 bytes, over the limit of 262144; "
        #expect(error?.message == reason + "the longest is 'trailing_caption' with 131072")
    }

    /// Each mention is a text of 37 bytes for an extension.
    @Test func boundsTheMentionsInItsTexts() {
        let bob = ParticipantID()
        func message(_ mentions: Int) -> InteractiveMessage {
            var message = InteractiveMessage(url: "?")
            message.summaryText = MentionText(segments: (0..<mentions).map { _ in .participant(bob) })
            return message
        }
        let most = (InteractiveMessage.mostTextBytes - 1) / 37
        #expect(throws: Never.self) { try message(most).requireShortTexts() }
        #expect(throws: MessageError.self) { try message(most + 1).requireShortTexts() }
    }

    @Test func checksTheLengthBeforeTheScheme() {
        #expect(code("file:" + String(repeating: "x", count: 5_000)) == .urlExceedsMaxSize)
    }

    @Test func needsALayoutOrAURL() {
        #expect(code(nil) == .invalidMessage)
        #expect(code("") == .invalidMessage)
        #expect(code(nil, layout: TemplateLayout()) == nil)
        #expect(code("", layout: TemplateLayout()) == nil)
    }

    @Test func cutsALongSchemeInItsMessage() {
        let url = String(repeating: "\u{1B}", count: 900) + ":x"
        #expect(throws: MessageError.self) { try MessageURL.validate(url) }
        do {
            try MessageURL.validate(url)
        } catch {
            #expect(error.message.count < 400)
            #expect(!error.message.contains("\u{1B}"))
        }
    }
}
