import MayflyExtension
import Testing

@Suite struct CardTests {
    @Test func writesAnAdaptiveCard() {
        let card = Card([.text("3", size: .extraLarge)], actions: [.submit(id: "plus", title: "+1")])
        #expect(
            card.json == """
                {"actions":[{"id":"plus","title":"+1","type":"Action.Submit"}],\
                "body":[{"size":"extraLarge","text":"3","type":"TextBlock","wrap":true}],\
                "type":"AdaptiveCard","version":"1.5"}
                """
        )
    }

    @Test func nestsElements() {
        let inner = CardElement.container([.image(file: "/a \"b\".png", altText: "A", size: .small)])
        let card = Card([.columns([[inner], [.actions([.submit(id: "x", title: "X", data: ["n": 1])])]])])
        #expect(
            card.json == """
                {"body":[{"columns":[\
                {"items":[{"items":[{"altText":"A","size":"small","type":"Image","url":"/a \\"b\\".png"}],\
                "type":"Container"}],"type":"Column","width":"stretch"},\
                {"items":[{"actions":[{"data":{"n":1},"id":"x","title":"X","type":"Action.Submit"}],\
                "type":"ActionSet"}],"type":"Column","width":"stretch"}],"type":"ColumnSet"}],\
                "type":"AdaptiveCard","version":"1.5"}
                """
        )
    }

    @Test func writesInputs() {
        let card = Card([
            .textInput(id: "t", label: "Title", value: "a", maxLength: 80),
            .choiceInput(id: "c", label: "Which?", choices: [.init(title: "One", value: "1")], isMultiSelect: true),
            .toggleInput(id: "s", title: "Loud", isOn: true),
            .facts(["Votes": "3"]),
        ])
        #expect(
            card.json == """
                {"body":[{"id":"t","label":"Title","maxLength":80,"type":"Input.Text","value":"a"},\
                {"choices":[{"title":"One","value":"1"}],"id":"c","isMultiSelect":true,"label":"Which?",\
                "style":"expanded","type":"Input.ChoiceSet"},\
                {"id":"s","title":"Loud","type":"Input.Toggle","value":"true"},\
                {"facts":[{"title":"Votes","value":"3"}],"type":"FactSet"}],\
                "type":"AdaptiveCard","version":"1.5"}
                """
        )
    }
}
