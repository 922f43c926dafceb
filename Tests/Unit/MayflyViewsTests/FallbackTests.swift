import MayflyViews
import Testing

@Suite struct FallbackTests {
    @Test func skipsUnknownElementWithoutFallback() throws {
        let card = try card(#"{"type":"Chart"},"# + text("next"))
        #expect(card.body.count == 1)
        #expect(card.notes == ["element 'Chart' is not supported and has no fallback"])
    }

    @Test func drawsFallbackInsteadOfUnknownElement() throws {
        let lines = try drawn(#"{"type":"Chart","fallback":\#(text("no film"))}"#)
        #expect(lines == ["no film"])
    }

    @Test func followsFallbackOfFallback() throws {
        let card = try card(#"{"type":"A","fallback":{"type":"B","fallback":\#(text("third"))}}"#)
        #expect(card.body.count == 1)
        #expect(
            card.notes == [
                "element 'A' is not supported; its fallback is used",
                "element 'B' is not supported; its fallback is used",
            ]
        )
    }

    @Test func dropsWhenFallbackSaysSo() throws {
        let card = try card(#"{"type":"Chart","fallback":"drop"}"#)
        #expect(card.body.isEmpty)
        #expect(card.notes == ["element 'Chart' is not supported; it is dropped, as its fallback says"])
    }

    @Test func leavesOutElementWithUnreadableFallback() throws {
        let card = try card(#"{"type":"Chart","fallback":7}"#)
        #expect(card.body.isEmpty)
        #expect(card.notes == ["element 'Chart' is not supported and has an unreadable fallback"])
    }

    @Test(arguments: [
        (#"{"adaptiveCards":"1.5"}"#, "whole"), (#"{"adaptiveCards":"1.2"}"#, "whole"),
        (#"{"adaptiveCards":"*"}"#, "whole"), (#"{}"#, "whole"),
        (#"{"adaptiveCards":"1.6"}"#, "less"), (#"{"adaptiveCards":"new"}"#, "less"),
        (#"{"hologram":"1.0"}"#, "less"), (#"{"adaptiveCards":1}"#, "less"), (#"[]"#, "less"),
    ])
    func usesFallbackWhenRequirementIsUnmet(requires: String, expected: String) throws {
        let lines = try drawn(
            #"{"type":"TextBlock","text":"whole","requires":\#(requires),"fallback":\#(text("less"))}"#
        )
        #expect(lines == [expected])
    }

    @Test func usesFallbackForIllTypedElement() throws {
        #expect(try drawn(#"{"type":"TextBlock","text":[],"fallback":\#(text("mended"))}"#) == ["mended"])
    }

    @Test func containerWithFallbackGivesWayForUnknownChild() throws {
        let lines = try drawn(
            #"""
            {"type":"Container","fallback":\#(text("instead")),"items":[
              \#(text("kept out")),
              {"type":"Container","items":[{"type":"Chart"}]}]}
            """#
        )
        #expect(lines == ["instead"])
    }

    @Test func childWithFallbackOfItsOwnLeavesContainerAlone() throws {
        let lines = try drawn(
            #"""
            {"type":"Container","fallback":\#(text("instead")),"items":[
              {"type":"Chart","fallback":"drop"},\#(text("kept"))]}
            """#
        )
        #expect(lines == ["kept"])
    }

    @Test func abandonedInputsFreeTheirIDs() throws {
        let card = try card(
            #"""
            {"type":"Container","items":[{"type":"Input.Text","id":"a","value":"gone"},{"type":"Chart"}],
             "fallback":{"type":"Input.Text","id":"a","value":"kept"}}
            """#
        )
        #expect(CardInputs(card).value(of: "a") == "kept")
    }

    @Test func unknownActionGivesWayToItsFallback() throws {
        let card = try card(
            "",
            actions: #"""
                {"type":"Action.Call","title":"Open","fallback":{"type":"Action.Submit","title":"Ask"}},
                {"type":"Action.Print","title":"More"}
                """#
        )
        #expect(card.actions.map(\.label) == ["Ask"])
        #expect(
            card.notes == [
                "action 'Action.Call' is not supported; its fallback is used",
                "action 'Action.Print' is not supported and has no fallback",
            ]
        )
    }

    @Test func blockWithUnknownSelectActionIsDrawnUntappable() throws {
        let card = try card(
            #"{"type":"Container","items":[\#(text("a"))],"selectAction":{"type":"Action.Call","url":"x"}}"#
        )
        #expect(card.controls.isEmpty)
        #expect(card.body.count == 1)
    }
}
