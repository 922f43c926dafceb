import Foundation
import Testing

/// What a client does with a card: pictures, links, what is shown and hidden, and inputs that cannot be submitted.
@Suite struct HostCardTests {
    private static func with(
        _ card: String,
        picture: String = "palette.png",
        _ body: @Sendable (HostClient, String, Tool) async throws -> Void
    ) async throws {
        let bundle = try CardPlugin.showing(card, picture: picture)
        try await Tool.with(bundles: [bundle]) { tool in
            let client = try HostClient.inChat(tool)
            let window = try client.openWindow()
            try client.call("window.openExtension", ["window": window, "extension": CardPlugin.id])
            try await body(client, window, tool)
        }
    }

    private static func view(_ client: HostClient, _ window: String) throws -> HostClient.Object {
        try #require(try client.look(at: window)["view"] as? HostClient.Object)
    }

    private static func told(_ client: HostClient, _ window: String) throws -> [String] {
        try client.events(of: window).compactMap { event in
            event["event"] as? String == "log" ? event["line"] as? String : nil
        }.filter { $0.hasPrefix("told ") }
    }

    private static func picture(_ client: HostClient, _ window: String, _ name: String) throws -> Data {
        var all = Data()
        while true {
            let piece = try client.call(
                "window.picture",
                ["window": window, "url": name, "offset": all.count, "length": 1000]
            )
            all += try #require((piece["base64"] as? String).flatMap { Data(base64Encoded: $0) })
            if all.count >= piece["size"] as? Int ?? 0 { return all }
        }
    }

    /// A picture of a stranger never comes as it is: it is decoded in a process of its own, and given as a JPEG.
    @Test func aPictureIsAJPEGOfTheHost() async throws {
        let png = Data(try SampleFiles.bytes("palette.png")).base64EncodedString()
        let card = CardPlugin.card(
            #"""
            {"type":"Image","url":"bundle:picture.png","altText":"Red"},{"type":"Image","url":"data:image/png;base64,\#(png)"},
            {"type":"Image","url":"https://example.org/x.png","altText":"Far"}
            """#
        )
        try await Self.with(card) { client, window, _ in
            let body = try #require(
                (try Self.view(client, window)["card"] as? HostClient.Object)?["body"] as? [HostClient.Object]
            )
            let names = body.compactMap { $0["picture"] as? String }
            #expect(names.count == 2)
            #expect(names.first == "bundle:picture.png")
            #expect(names.last?.hasPrefix("data:") == true && names.last.map { $0.utf8.count < 32 } == true)
            for name in names {
                let jpeg = try Self.picture(client, window, name)
                #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
            }
            // The picture of the web is a link, which nobody follows.
            let link = try #require(body[2]["select_action"] as? HostClient.Object)
            #expect(link["kind"] as? String == "link")
            #expect(link["url"] as? String == "https://example.org/x.png")
        }
    }

    @Test(arguments: [
        "bundle:card.json", "bundle:../../secret.png", "https://example.org/x.png", "/etc/hostname", "private:none.png",
    ])
    func onlyPicturesOfTheCardAreGiven(name: String) async throws {
        let card = CardPlugin.card(
            #"{"type":"Image","url":"bundle:card.json"},{"type":"Image","url":"private:none.png"},{"type":"Image","url":"bundle:../../secret.png"}"#
        )
        try await Self.with(card) { client, window, _ in
            let failure = #expect(throws: HostClient.Failure.self) { try Self.picture(client, window, name) }
            #expect(["files", "unknownControl"].contains(failure?.name))
        }
    }

    @Test func aLinkIsOpenedOnlyWhenThePersonAgreed() async throws {
        let card = CardPlugin.card(
            "",
            actions:
                #"{"type":"Action.OpenUrl","title":"Open","url":"https://example.org/a"},{"type":"Action.OpenUrl","title":"No","url":"file:///etc"}"#
        )
        try await Self.with(card) { client, window, _ in
            func opened() throws -> [String] {
                try client.events(of: window).filter { $0["event"] as? String == "openURL" }.compactMap {
                    $0["url"] as? String
                }
            }
            let refused = #expect(throws: HostClient.Failure.self) {
                try client.call("window.tap", ["window": window, "control": "1"])
            }
            #expect(refused?.name == "notPossibleNow")
            #expect(try opened().isEmpty)
            let other = #expect(throws: HostClient.Failure.self) {
                try client.call("window.openLink", ["window": window, "control": 1, "url": "https://example.org/b"])
            }
            #expect(other?.name == "notAsShown")
            try client.call("window.openLink", ["window": window, "control": 1, "url": "https://example.org/a"])
            #expect(try opened() == ["https://example.org/a"])
            // An address that is none of the web has no control.
            #expect((try Self.view(client, window)["controls"] as? [Any])?.count == 1)
        }
    }

    /// An extension chooses how large its view is. Whoever looks at the window sees all else.
    @Test func aViewThatIsTooLargeHidesNothingElse() async throws {
        // With signs that take six bytes in a line.
        let signs = String(repeating: "\u{7F}", count: 16 << 10)
        let inputs = (0..<15).map { #"{"type":"Input.Text","id":"i\#($0)","isVisible":false,"value":"\#(signs)"}"# }
        let card = CardPlugin.card(
            inputs.joined(separator: ",") + #",{"type":"TextBlock","text":"shown"}"#,
            actions: #"{"type":"Action.Submit","id":"go","title":"Go","associatedInputs":"none"}"#
        )
        try await Self.with(card) { client, window, _ in
            try client.call("window.type", ["window": window, "text": "typed"])
            let look = try client.look(at: window)
            #expect((look["draft"] as? HostClient.Object)?["text"] as? String == "typed")
            let view = try #require(look["view"] as? HostClient.Object)
            #expect(view["kind"] as? String == "card" && view["style"] as? String == "compact")
            #expect((view["lines"] as? [String])?.first == "shown")
            #expect((view["inputs"] as? HostClient.Object)?.count == 1)
            let events = try client.events(of: window)
            #expect(events.allSatisfy { $0["event"] as? String != "omitted" })
            // It can be used.
            try client.call("window.tap", ["window": window, "control": "go", "view": look["view_event"] ?? 0])
            #expect(try Self.told(client, window).count == 1)
        }
    }

    /// A submit that an input keeps back says which input, and what is wrong with it, in the error and in the view.
    @Test func aWrongInputIsNamed() async throws {
        let card = CardPlugin.card(
            #"""
            {"type":"Input.Text","id":"name","isRequired":true,"errorMessage":"Say a name"},
            {"type":"Input.Number","id":"age","min":1,"max":99,"value":200}
            """#,
            actions: #"{"type":"Action.Execute","id":"go","verb":"save","title":"Go","data":{"x":1}}"#
        )
        try await Self.with(card) { client, window, _ in
            try client.call("window.setStyle", ["window": window, "style": "expanded"])
            let failure = #expect(throws: HostClient.Failure.self) {
                try client.call("window.tap", ["window": window, "control": "go"])
            }
            #expect(failure?.name == "invalidInput")
            #expect(failure?.input == "name")
            let view = try Self.view(client, window)
            #expect(
                view["problems"] as? [String: String] == ["name": "Say a name", "age": "the value must be 99 or less"]
            )
            #expect((view["lines"] as? [String])?.contains("! Say a name") == true)
            try client.call("window.input", ["window": window, "input": "name", "value": "Ann"])
            try client.call("window.input", ["window": window, "input": "age", "value": "7"])
            #expect(try Self.view(client, window)["problems"] == nil)
            try client.call("window.tap", ["window": window, "control": "go"])
            #expect(try Self.told(client, window) == [#"told go, save: {"age":"7","name":"Ann","x":1}"#])
        }
    }

    /// What a person shows and hides is that of the window, for all who look at it.
    @Test func whatIsShownIsKeptByTheWindow() async throws {
        let card = CardPlugin.card(
            #"{"type":"TextBlock","id":"secret","text":"boo","isVisible":false}"#,
            actions: #"""
                {"type":"Action.ToggleVisibility","id":"peek","title":"Peek","targetElements":["secret"]},
                {"type":"Action.ShowCard","id":"more","title":"More","card":{"type":"AdaptiveCard","body":[
                 {"type":"Input.Toggle","id":"in","title":"Inside"}],"actions":[{"type":"Action.Submit","id":"sub","title":"Sub"}]}},
                {"type":"Action.Submit","id":"go","title":"Go"}
                """#
        )
        try await Self.with(card) { client, window, _ in
            func lines() throws -> [String] { try #require(try Self.view(client, window)["lines"] as? [String]) }
            #expect(try lines() == ["[1] Peek   [2] More …   [3] Go"])
            try client.call("window.tap", ["window": window, "control": "peek"])
            try client.call("window.tap", ["window": window, "control": "more"])
            #expect(
                try lines() == [
                    "boo", "", "[1] Peek   [2] More (open)   [3] Go", "| (4) [ ] Inside", "|", "| [5] Sub",
                ]
            )
            try client.call("window.tap", ["window": window, "control": "4"])
            try client.call("window.tap", ["window": window, "control": "sub"])
            try client.call("window.tap", ["window": window, "control": "go"])
            #expect(try Self.told(client, window) == [#"told sub, -: {"in":"true"}"#, "told go, -: {}"])
        }
    }
}
