import MayflyModel
import MayflyViews

/// A card with these elements and actions in JSON.
func card(_ body: String, actions: String = "") throws -> Card {
    try Card(json: #"{"type":"AdaptiveCard","version":"1.5","body":[\#(body)],"actions":[\#(actions)]}"#)
}

/// The drawing of a fresh card in expanded style.
func drawn(_ body: String, actions: String = "", width: Int = 40) throws -> [String] {
    let card = try card(body, actions: actions)
    return CardPrinter(width: width, style: .expanded).lines(of: card, inputs: CardInputs(card))
}

/// A text block without further fields.
func text(_ text: String) -> String {
    #"{"type":"TextBlock","text":"\#(text)"}"#
}

/// A poll: a choice of one, a choice of several, a toggle, a name to type, and two buttons.
let poll = (
    body: #"""
    {"type":"Input.ChoiceSet","id":"flavour","label":"Flavour","isRequired":true,"errorMessage":"Choose one",
     "choices":[{"title":"Mint","value":"m"},{"title":"Lemon","value":"l"}]},
    {"type":"Input.ChoiceSet","id":"tops","isMultiSelect":true,"value":"s,n",
     "choices":[{"title":"Nuts","value":"n"},{"title":"Sauce","value":"s"},{"title":"Cream","value":"c"}]},
    {"type":"Input.Toggle","id":"cone","title":"In a cone","valueOn":"yes","valueOff":"no"},
    {"type":"Input.Text","id":"name","label":"Name","maxLength":5,"value":"Ann"}
    """#,
    actions: #"""
    {"type":"Action.Submit","id":"vote","title":"Vote","data":{"round":3,"name":"hidden"}},
    {"type":"Action.Submit","title":"Cancel","associatedInputs":"none","data":"stop"}
    """#
)

/// Taps a control of a card that does not change by it; gives what is submitted.
@discardableResult
func tap(_ name: String, _ card: Card, _ inputs: inout CardInputs) throws -> Submission? {
    var card = card
    guard case .submitted(let submission) = try inputs.tap(card.control(.typed(name)), in: &card) else { return nil }
    return submission
}

/// Runs the body and gives the error that it throws; nil when it throws none.
func failure(_ body: () throws -> Void) -> MayflyError? {
    do {
        try body()
        return nil
    } catch {
        return error as? MayflyError
    }
}
