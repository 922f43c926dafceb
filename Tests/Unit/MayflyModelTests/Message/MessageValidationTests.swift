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
