import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyProtocol
import MayflyStore
import MayflyViews
import Testing

/// An event of each kind, as `mayfly launch --json` prints it.
enum PrintedEvent {
    static func all() throws -> [JSONValue] {
        let tally = try #require(ExtensionID(rawValue: "org.mayfly.tally"))
        let names = Names(people: People([]), extensions: [tally: "Tally"])
        return try events(of: tally).map { Shapes.event.json($0, names) }
    }

    private static func events(of tally: ExtensionID) throws -> [HostEvent] {
        let message = message(of: tally)
        var (field, conversation) = (ConversationState(), ConversationState())
        field.apply(.staged(message))
        conversation.apply(.sent([message]))
        let card = try Card(
            json: """
                {"type": "AdaptiveCard", "version": "1.5", "body": [
                  {"type": "TextBlock", "id": "count", "text": "1", "size": "extraLarge"},
                  {"type": "Input.Text", "id": "title", "label": "Title", "maxLength": 80}],
                 "actions": [{"type": "Action.Submit", "id": "plus", "title": "+1"}]}
                """
        )
        return [
            .process(tally, .spawned, id: 1),
            .callback(tally, name: "didPerformAction", arguments: .object([:])),
            .call(tally, name: "insertMessage", arguments: .object([:]), error: nil),
            .draft(field.draft),
            .transcript(TranscriptPage(conversation.transcript)),
            .view(tally, style: .compact, .card(card, CardInputs(card))),
            .keyboard(isShown: true),
            .openURL("https://example.org/poll"),
            .handOff(handOff(), isOwn: false),
            .log(tally, .info, "a line"),
            .unconfined(tally, missing: [.seccomp: "a reason"]),
            .moreTime(tally, milliseconds: 500, reason: "a reason"),
            .question(try question(of: tally)),
            .questionOver(tally, number: 1, .once),
            .payment(try payment(to: tally)),
            .paymentOver(tally, number: 1, .pay),
            .pictureRequest(PictureRequest(number: 1, extensionID: tally, name: "Tally", permission: .camera)),
            .pictureRequestOver(tally, number: 1),
            .receipt(tally, WorkerEnd(unseen: .finished)),
        ]
    }

    private static func handOff() -> HandOff {
        HandOff(
            id: HandOffID(),
            source: DeviceRecord(id: DeviceID(), name: "watch", profile: .watch),
            conversation: ConversationRecord(id: ConversationID(), name: "chat"),
            item: ItemID()
        )
    }

    private static func question(of tally: ExtensionID) throws -> PermissionQuestion {
        PermissionQuestion(
            number: 1,
            extensionID: tally,
            name: "Tally",
            permission: try #require(PermissionName("network:api.example.com")),
            reason: "a reason"
        )
    }

    private static func payment(to tally: ExtensionID) throws -> PaymentSheet {
        PaymentSheet(
            number: 1,
            extensionID: tally,
            name: "Tally",
            price: try #require(Price(minorUnits: 1_250, currency: "EUR")),
            purpose: .payment(label: "a label")
        )
    }

    private static func message(of tally: ExtensionID) -> Item {
        var message = InteractiveMessage(session: SessionID(), url: "?count=1")
        var layout = TemplateLayout()
        layout.caption = MentionText(literal: "Tally: 1")
        message.layout = layout
        message.summaryText = MentionText(literal: "Tally: 1")
        return Item(
            sender: ParticipantID(),
            content: .interactive(message),
            origin: Origin(extensionID: tally, name: "Tally")
        )
    }
}
