import MayflyModel
import MayflyViews

/// Reads the small languages in the texts of a card: Markdown, moments, and the expression that a value must match.
enum WordsInput {
    static func read(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let pattern = String(decoding: parts.first ?? [], as: UTF8.self)
        let text = String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
        guard let card = try? Card(json: json(pattern, text)) else { return }
        precondition(card.notes.allSatisfy(ShownText.isLine), "a note is no line")
        var inputs = CardInputs(card)
        // Linear in the text, whatever the expression is: a fuzzer finds what is not by its limit of time.
        for value in [text, String(repeating: "a", count: 200), ""] {
            try? inputs.set("value", to: value, style: .expanded)
        }
        for control in card.controls.prefix(2) { _ = try? inputs.submission(for: control) }
        for width in [20, 72] {
            let lines = CardPrinter(width: width, style: .expanded).lines(of: card, inputs: inputs)
            precondition(lines.allSatisfy(ShownText.isLine), "a drawn line is no line")
        }
    }

    private static func json(_ pattern: String, _ text: String) -> String {
        let (pattern, text) = (JSONValue.text(pattern).line, JSONValue.text(text).line)
        return """
            {"type":"AdaptiveCard","version":"1.5","body":[
            {"type":"TextBlock","wrap":true,"text":\(text)},
            {"type":"FactSet","facts":[{"title":\(text),"value":\(text)}]},
            {"type":"Input.Text","id":"value","label":\(text),"regex":\(pattern),"errorMessage":\(text)}],
            "actions":[{"type":"Action.Submit","title":\(text)}]}
            """
    }
}
