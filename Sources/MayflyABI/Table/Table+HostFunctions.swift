extension Table {
    /// What an active extension may do in the conversation on screen (model 2.4, 2.5).
    package static let conversation = Interface(
        "mayfly.conversation/1",
        c: "mayfly_conversation_functions",
        .host,
        [
            answered(200, .host(.draft(.insertMessage)), c: "insert_message", aMessage),
            answered(201, .host(.draft(.insertSticker)), c: "insert_sticker", aSticker),
            answered(202, .host(.draft(.insertText)), c: "insert_text", .init("text", .string)),
            answered(203, .host(.draft(.insertAttachment)), c: "insert_attachment", aFile, aName),
            answered(204, .host(.draft(.sendMessage)), c: "send_message", aMessage),
            answered(205, .host(.draft(.sendSticker)), c: "send_sticker", aSticker),
            answered(206, .host(.draft(.sendText)), c: "send_text", .init("text", .string)),
            answered(207, .host(.draft(.sendAttachment)), c: "send_attachment", aFile, aName),
            call(
                208,
                .host(.window(.requestPresentationStyle)),
                c: "request_presentation_style",
                taking: .init("style", .enumeration("mayfly_presentation_style"))
            ),
            call(209, .host(.window(.dismiss)), c: "dismiss", when: .active),
            call(210, .worker(.makeSession), c: "make_session", taking: .init("session", .output(.uuid))),
        ]
    )

    /// Showing an Adaptive Card.
    package static let view = Interface(
        "mayfly.view/1",
        c: "mayfly_view_functions",
        .host,
        [call(240, .host(.window(.presentView)), c: "present_view", taking: .init("card_json", .string))]
    )

    /// The sticker browser.
    package static let stickers = Interface(
        "mayfly.stickers/1",
        c: "mayfly_sticker_functions",
        .host,
        [
            call(
                250,
                .host(.window(.presentStickerBrowser)),
                c: "present_sticker_browser",
                taking: .init("sticker_size", .enumeration("mayfly_sticker_size"))
            ),
            call(251, .host(.window(.reloadStickers)), c: "reload_stickers"),
            call(
                252,
                .host(.window(.supplySticker)),
                c: "supply_sticker",
                thread: .main,
                taking: .init("index", .uint32),
                .init("sticker", .pointer(sticker, nullable: true))
            ),
        ]
    )

    /// Lines for the extension's log.
    package static let log = Interface(
        "mayfly.log/1",
        c: "mayfly_log_functions",
        .host,
        [
            call(
                260,
                .host(.window(.log)),
                c: "log",
                taking: .init("level", .enumeration("mayfly_log_level")),
                .init("line", .string)
            )
        ]
    )

    /// The private folder.
    package static let storage = Interface(
        "mayfly.storage/1",
        c: "mayfly_storage_functions",
        .host,
        [
            Function(
                270,
                .worker(.privateFolder),
                c: "private_folder",
                .any,
                .any,
                [.init("host", .host), .init("buffer", .buffer), .init("capacity", .uint64)],
                result: .uint64
            )
        ]
    )

    /// The messages of the selected message's session.
    package static let sessionHistory = Interface(
        "mayfly.session-history/1",
        c: "mayfly_session_history_functions",
        .host,
        [
            answered(
                280,
                .host(.service(.readSession)),
                c: "read_session",
                by: sessionPageCompletion,
                .init("skip", .uint32),
                .init("limit", .uint32)
            )
        ]
    )

    /// Bytes that all devices of a conversation share under a session.
    package static let sessionState = Interface(
        "mayfly.session-state/1",
        c: "mayfly_session_state_functions",
        .host,
        [
            answered(290, .host(.service(.getState)), c: "get_state", by: sessionStateCompletion, aSession),
            answered(
                291,
                .host(.service(.putState)),
                c: "put_state",
                by: sessionStateCompletion,
                aSession,
                .init("expected_version", .uint64),
                .init("bytes", .bytes(countedBy: "size")),
                .init("size", .length)
            ),
        ]
    )

    /// More time to resign.
    package static let moreTime = Interface(
        "mayfly.more-time/1",
        c: "mayfly_more_time_functions",
        .host,
        [
            answered(
                300,
                .deadline(.extend),
                c: "extend",
                when: .any,
                .init("reason", .string),
                .init("milliseconds", .uint32)
            )
        ]
    )

    /// Requests over HTTPS, with the permission of the person.
    package static let network = Interface(
        "mayfly.network/1",
        c: "mayfly_network_functions",
        .host,
        [
            answered(
                310,
                .host(.service(.fetch)),
                c: "fetch",
                by: fetchCompletion,
                .init("request", .pointer(fetchRequest, nullable: false))
            )
        ]
    )

    /// Pictures that the person chooses.
    package static let photos = Interface(
        "mayfly.photos/1",
        c: "mayfly_photos_functions",
        .host,
        [answered(320, .host(.service(.choosePhoto)), c: "choose_photo", by: pictureCompletion)]
    )

    /// Pictures that the person takes.
    package static let camera = Interface(
        "mayfly.camera/1",
        c: "mayfly_camera_functions",
        .host,
        [answered(330, .host(.service(.takePicture)), c: "take_picture", by: pictureCompletion)]
    )

    /// What the extension sells.
    package static let purchase = Interface(
        "mayfly.purchase/1",
        c: "mayfly_purchase_functions",
        .host,
        [
            answered(340, .host(.service(.listProducts)), c: "list_products", by: productsCompletion),
            answered(341, .host(.service(.ownedProducts)), c: "owned_products", by: productsCompletion),
            answered(
                342,
                .host(.service(.buyProduct)),
                c: "buy_product",
                by: paymentCompletion,
                .init("product", .string)
            ),
        ]
    )

    /// Payments to the publisher.
    package static let payment = Interface(
        "mayfly.payment/1",
        c: "mayfly_payment_functions",
        .host,
        [
            answered(
                350,
                .host(.service(.requestPayment)),
                c: "request_payment",
                by: paymentCompletion,
                .init("request", .pointer(paymentRequest, nullable: false))
            )
        ]
    )

    /// What the person has set of the extension.
    package static let settings = Interface(
        "mayfly.settings/1",
        c: "mayfly_settings_functions",
        .host,
        [
            answered(520, .host(.service(.readSettings)), c: "read_settings", by: settingsCompletion, when: .any)
        ]
    )

    private static let aSession = Function.Parameter("session", .uuidPointer)
    private static let aMessage = Function.Parameter("message", .pointer(message, nullable: false))
    private static let aSticker = Function.Parameter("sticker", .pointer(sticker, nullable: false))
    private static let aFile = Function.Parameter("file", .string)
    private static let aName = Function.Parameter("alternate_filename", .string)

    private static func call(
        _ id: UInt16,
        _ implementer: Function.Implementer,
        c cName: String,
        when state: Function.StateRule = .any,
        thread: Function.ThreadRule = .any,
        taking parameters: Function.Parameter...
    ) -> Function {
        Function(
            id,
            implementer,
            c: cName,
            state,
            thread,
            [.init("host", .host)] + parameters,
        )
    }

    /// A function that is answered by a completion; for an active extension alone, as those of the conversation are.
    private static func answered(
        _ id: UInt16,
        _ implementer: Function.Implementer,
        c cName: String,
        by completion: Function = completion,
        when state: Function.StateRule = .active,
        _ parameters: Function.Parameter...
    ) -> Function {
        Function(
            id,
            implementer,
            c: cName,
            state,
            .any,
            [.init("host", .host)] + parameters + [
                .init("completion", .completion(completion)), .init("completion_context", .address),
            ],
        )
    }
}
