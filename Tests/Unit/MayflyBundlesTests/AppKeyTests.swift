import MayflyConformance
import MayflyModel
import Testing

@testable import MayflyBundles

/// The key `app` of a manifest, and the entry of the desktop that follows from it.
@Suite struct AppKeyTests {
    private func manifest(_ app: String) throws(MayflyError) -> Manifest {
        let text = """
            {"id": "org.example.notes", "name": "Notes", "version": "1.0.0", "kind": "sticker-pack", "stickers": "stickers",
             "icon": "icon.png", "app": \(app)}
            """
        return try Manifest(json: Array(text.utf8))
    }

    @Test func theAppHasANameAndAnAddressOfTheWeb() throws {
        let app = try #require(
            try manifest(#"{"name": "Notes Online", "url": "https://notes.example.org:8443/a?b=c#d"}"#).app
        )
        #expect(app.name == "Notes Online" && app.url == "https://notes.example.org:8443/a?b=c#d")
        #expect(try manifest("null").app == nil)
        let more = try manifest(#"{"name": "Notes Online", "url": "https://a.example", "exec": "/bin/sh"}"#)
        #expect(more.warnings == ["manifest.json: 'app.exec' is not known to this host and is ignored"])
    }

    @Test(arguments: [
        (#""https://a.example""#, "'app' must be an object, found a string"),
        (#"{"url": "https://a.example"}"#, "'app.name' is missing"),
        (#"{"name": "Notes"}"#, "'app.url' is missing"),
        (#"{"name": "", "url": "https://a.example"}"#, "'app.name' must have 1 to 80 characters, found 0"),
        (#"{"name": "\u200b", "url": "https://a.example"}"#, "'app.name' must have a visible character"),
        (
            #"{"name": "A\nExec=sh", "url": "https://a.example"}"#,
            "'app.name' must be one line without control characters"
        ),
        (#"{"name": "N", "url": "http://a.example"}"#, "'app.url' must begin with https://, found 'http://a.example'"),
        (#"{"name": "N", "url": "file:///etc/passwd"}"#, "'app.url' must begin with https://"),
        (#"{"name": "N", "url": "javascript:alert(1)"}"#, "'app.url' must begin with https://"),
        (#"{"name": "N", "url": "--help"}"#, "'app.url' must begin with https://"),
        (#"{"name": "N", "url": "https://a.example/ b"}"#, "'app.url' must be an address in printable ASCII"),
        (#"{"name": "N", "url": "https://a.example/\"; sh"}"#, "'app.url' must be an address in printable ASCII"),
        (#"{"name": "N", "url": "https://ex\u00e4mple.org"}"#, "'app.url' must be an address in printable ASCII"),
        (#"{"name": "N", "url": "https://me@a.example"}"#, "'app.url' must name a host by its name in lower case"),
        (#"{"name": "N", "url": "https://127.0.0.1/"}"#, "'app.url' must name a host by its name in lower case"),
        (#"{"name": "N", "url": "https://"}"#, "'app.url' must name a host by its name in lower case"),
        (#"{"name": "N", "url": "https://a.example:0"}"#, "'app.url' must have a port of 1 to 65535, or none"),
        (#"{"name": "N", "url": "https://a.example:+1"}"#, "'app.url' must have a port of 1 to 65535, or none"),
    ])
    func whatBreaksARuleIsRefused(app: String, reason: String) {
        let error = #expect(throws: MayflyError.self) { try manifest(app) }
        #expect(error?.code == .invalidManifest && error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func anAddressHasALimit() throws {
        let most = "https://a.example/" + String(repeating: "x", count: 2_048 - 18)
        #expect(try manifest(#"{"name": "N", "url": "\#(most)"}"#).app?.url == most)
        let error = #expect(throws: MayflyError.self) { try manifest(#"{"name": "N", "url": "\#(most)x"}"#) }
        #expect(error?.message == "manifest.json: 'app.url' must have at most 2,048 bytes, found 2,049")
    }

    @Test(arguments: [
        ("plain", "plain"), ("a\\b", #"a\\b"#), ("a\nExec=sh", #"a\nExec=sh"#), ("\r\t", #"\r\t"#),
        ("  a b", #"\s a b"#),
        ("semi;colon=%f", "semi;colon=%f"),
    ])
    func aValueStaysOneLine(text: String, written: String) { #expect(DesktopEntry.value(text) == written) }

    @Test(arguments: [
        ("plain", #""plain""#), ("a b", #""a b""#), (#"a"b"#, #""a\"b""#), ("$(sh)`sh`", #""\$(sh)\`sh\`""#),
        (#"a\b"#, #""a\\b""#), ("50%f", #""50%%f""#), ("--home", #""--home""#),
    ])
    func aWordOfTheCommandStaysOneWord(word: String, written: String) {
        #expect(DesktopEntry.argument(word) == written)
    }
}
