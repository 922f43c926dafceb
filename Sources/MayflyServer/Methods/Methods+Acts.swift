internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC
internal import MayflyStore
internal import MayflyViews

extension Methods {
    /// What a person does in a window.
    static let acts: [Method] = [
        .act(
            "window.openExtension",
            "Opens an extension from the drawer, or a sticker pack. The one that is open resigns first.",
            Parameter<String>.name("extension", "The id of the extension.")
        ) { client, _, id in
            .openExtension(try await client.host.readCatalog().find(id))
        },
        .act("window.closeExtension", "Closes the extension.") { _, _ in .closeExtension },
        .act(
            "window.tap",
            "Taps a control of the extension's view.",
            Parameter<String>.name(
                "control",
                "The number of the control, its id or its title. A number is looked for first, then an id, then a title.",
                longest: ConnectionLimits.title
            ),
            Parameter<ControlKind>.choice(
                "by",
                "What 'control' is, so that nothing else is looked for.",
                ["number": .number, "id": .id, "title": .title]
            ).optional,
            view
        ) { _, window, control, kind, view in
            .tapControl(try control.asName(by: kind), shown: try window.view(toldBy: view))
        },
        .act(
            "window.openLink",
            "Opens the address of a link of the extension's view: the event 'openURL' tells it. Ask the person first; a tap on a link is refused.",
            Parameter<Int>.integer("control", 1...65_536, "The number of the control."),
            Parameter<String>.name(
                "url",
                "The address that the person agreed to. Where the control is a link to another one by now, nothing is opened.",
                longest: ConnectionLimits.address
            )
        ) { _, _, number, address in
            .openLink(.number(number), seen: address)
        },
        .act(
            "window.input",
            "Puts a value into an input of the extension's view.",
            Parameter<String>.name("input", "The id of the input."),
            Parameter<String>.text("value", "The value.")
        ) { _, _, id, value in
            .input(id: id, value: value)
        },
        .act(
            "window.tapBubble",
            "Taps a row of the transcript: opens the extension of its message, or offers the message to other devices of the person, as on a watch.",
            row,
            item
        ) { _, _, number, item in
            .tapBubble(number, shown: item)
        },
        .act(
            "window.takeHandOff",
            "Continues with a message that another device of the person offers: opens its extension. One device takes it, once.",
            Parameter<HandOffID>.named("handOff", "the id of a hand-off", "The 'id' of the hand-off.") { HandOffID($0) }
        ) { _, _, id in
            .takeHandOff(id)
        },
        .act(
            "window.tapSticker",
            "Puts a sticker of the browser into the input field.",
            Parameter<Int>.integer("sticker", 1...65_536, "The number of the sticker."),
            view
        ) { _, window, number, view in
            .tapSticker(number, shown: try window.view(toldBy: view)?.sticker(number))
        },
        .act(
            "window.tapRecent",
            "Puts a sticker that the person has used before into the input field.",
            Parameter<Int>.integer(
                "sticker",
                1...ExtensionHost.mostRecents,
                "Its number in 'stickers.recent', from 1."
            ),
            Parameter<ContentDigest>.named(
                "sha256",
                "a SHA-256 of 64 hexadecimal digits",
                "The 'sha256' of the file that the person saw there. Where another one is there by now, nothing is done."
            ) { ContentDigest(rawValue: $0) }.optional
        ) { _, _, number, digest in
            .tapRecent(number, shown: digest)
        },
        .act(
            "window.placeSticker",
            "Puts a sticker of the browser on a bubble; it is sent at once.",
            Parameter<Int>.integer("sticker", 1...65_536, "The number of the sticker."),
            Parameter<Int>.integer("view", 1...Int(Int32.max), "The number of the 'view' event that told the browser."),
            row,
            item,
            Parameter<Double>.number("x", "From the left edge of the bubble, 0, to the right edge, 1.").or(0.5),
            Parameter<Double>.number("y", "From the top edge of the bubble, 0, to the bottom edge, 1.").or(0.5),
            Parameter<Double>.number("scale", "How much larger the sticker is than usual: 0.25 to 4.").or(1),
            Parameter<Double>.number("rotation", "Degrees clockwise.").or(0)
        ) { _, window, number, view, row, item, x, y, scale, rotation in
            var position = BubblePosition(bubble: row)
            (position.item, position.x, position.y) = (item, x, y)
            (position.scale, position.rotation) = (scale, rotation)
            let shown = try window.view(toldBy: view) ?? .none
            return .placeSticker(number, try shown.sticker(number), position)
        },
        .act(
            "window.setStyle",
            "Changes the style of the extension.",
            Parameter<PresentationStyle>.choice("style", "The style.", ["compact": .compact, "expanded": .expanded])
        ) { _, _, style in
            .requestStyle(style)
        },
        .act(
            "window.answer",
            "Answers a question of the extension: the event 'question' tells it. Where it is not asked any more, nothing is granted.",
            Parameter<Int>.integer("question", 1...Int(Int32.max), "The number of the question that the person saw."),
            Parameter<PermissionAnswer?>.choice(
                "answer",
                "'once' grants it until the extension is closed, 'always' until it is withdrawn; after 'no' the extension does not ask again, after 'later' at the next touch.",
                ["once": .once, "always": .always, "no": .no, "later": nil]
            )
        ) { _, _, number, answer in
            .answer(number, answer)
        },
        .act(
            "window.answerPayment",
            "Answers the sheet of a payment: the event 'payment' tells it. Where it is not shown any more, nothing is paid.",
            Parameter<Int>.integer("payment", 1...Int(Int32.max), "The number of the sheet that the person saw."),
            Parameter<PaymentAnswer>.choice(
                "answer",
                "After 'pay' the provider charges what the sheet shows; after 'cancel' nothing is charged.",
                ["pay": .pay, "cancel": .cancel]
            )
        ) { _, _, number, answer in
            .answerPayment(number, answer)
        },
        .act(
            "window.providePicture",
            "Gives the extension a picture: the event 'pictureRequest' asks for it. A file that is no picture is refused, and the request goes on.",
            pictureRequest,
            Parameter<String>.path("path", "The absolute path of a JPEG, PNG or GIF file."),
            afterwards: { client, _, path in client.files.take(path) }
        ) { client, _, number, path in
            .providePicture(number, path: try client.files.path(of: path))
        },
        .act(
            "window.refusePicture",
            "Gives the extension no picture.",
            pictureRequest,
            Parameter<Bool>.choice(
                "reason",
                "'cancelled' where the person does not want to, 'unavailable' where there is no camera, or nothing can be chosen.",
                ["cancelled": false, "unavailable": true]
            )
        ) { _, _, number, isUnavailable in
            .refusePicture(number, isUnavailable: isUnavailable)
        },
        .act(
            "window.swipe",
            "Goes to a neighbour in the drawer; an extension in expanded style gets the swipe itself.",
            Parameter<SwipeDirection>.choice(
                "direction",
                "Where the finger moves: 'left' goes to the next extension of the drawer, 'right' to the one before.",
                ["left": .left, "right": .right]
            )
        ) { _, _, direction in
            .swipe(direction)
        },
        .act("window.type", "Types at the end of the text in the input field.", text) { _, _, text in .type(text) },
        .act("window.replaceText", "Replaces the text in the input field.", text) { _, _, text in .replaceText(text) },
        .act(
            "window.attach",
            "Puts a copy of a file of the person into the input field.",
            Parameter<String>.path("path", "The absolute path of the file."),
            afterwards: { client, path in client.files.take(path) }
        ) { client, _, path in
            .attach(path: try client.files.path(of: path))
        },
        .act(
            "window.removeFromField",
            "Takes a sticker or an attachment out of the input field.",
            Parameter<Int>.integer("number", 1...65_536, "Its number among 'media' of the draft."),
            item
        ) { _, _, number, item in
            .removeFromField(number, shown: item)
        },
        .act("window.clearField", "Empties the input field.") { _, _ in .clearField },
        .act(
            "window.cancelMessage",
            "Takes the message out of the input field; its extension is told."
        ) { _, _ in .cancelMessage },
        .act(
            "window.send",
            "Sends what is in the input field. Nothing is sent where the field has another content than the person saw.",
            Parameter<DraftID>.named("draft", "the id of a draft", "The id of the draft that the person saw.") {
                DraftID($0)
            }
        ) { _, _, draft in
            .send(draft)
        },
        .act("window.keep", "Keeps a message that would expire.", row, item) { _, _, number, item in
            .keep(number, shown: item)
        },
        .act("window.settle", "Waits until nothing is under way, such as what an extension does by itself.") { _, _ in
            .rest
        },
    ]

    private static let row = Parameter<Int>.integer(
        "row",
        1...Int(Int32.max),
        "The number of the row, from 1 at the top."
    )
    private static let pictureRequest = Parameter<Int>.integer(
        "request",
        1...Int(Int32.max),
        "The number of the request that the person saw. Where it is over, nothing is given."
    )
    private static let text = Parameter<String>.text("text", "The text.")
    private static let item = Parameter<ItemID>.named(
        "item",
        "the id of an item",
        "The id of the item that the person saw there. Where another one is there by now, nothing is done."
    ) { ItemID($0) }.optional
    private static let view = Parameter<Int>.integer(
        "view",
        1...Int(Int32.max),
        "The number of the 'view' event that told what the person saw. Where there is a newer one, nothing is done."
    ).optional
}

/// What a client says a control is called by.
private enum ControlKind: Sendable {
    case number
    case id
    case title
}

extension String {
    /// The name of a control, of a kind or of any. Throws `RPCError`.
    fileprivate func asName(by kind: ControlKind?) throws -> ControlName {
        switch kind {
        case .number:
            guard let number = Int(self) else {
                let rule = "must be a number in digits, as 'by' says, not '\(SafeText.line(self, limit: 80))'"
                throw RPCError.wrongParameter("control", rule)
            }
            return .number(number)
        case .id: return .id(self)
        case .title: return .title(self)
        case nil: return .typed(self)
        }
    }
}
