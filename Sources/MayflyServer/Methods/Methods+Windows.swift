internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC
internal import MayflyStore

extension Methods {
    static let windows: [Method] = [
        .query(
            "window.open",
            "Opens a window on a conversation, as one of its devices.",
            Parameter<String>.name("conversation", "The name of the conversation."),
            Parameter<String>.name("device", "The name of the device; without it, the first of the conversation.")
                .optional,
            result: Results.window
        ) { client, conversation, device in
            try await client.openWindow(on: conversation, as: device)
        },
        .look("window.look", "What a window shows, after the acts before this request.", result: Results.look) {
            _,
            window in
            await Look(window)
        },
        .wait(
            "window.picture",
            "A piece of a picture of the card that a window shows, as a JPEG that this host made of it.",
            Method.window,
            Parameter<String>.name(
                "url",
                "What the card calls the picture: 'picture', 'icon', 'poster' of its parts.",
                longest: ConnectionLimits.title
            ),
            Parameter<Int>.offset,
            Parameter<Int>.pieceLength,
            result: Results.bytes
        ) { client, window, name, offset, length in
            let bytes = try await client.window(window).window.picture(named: name)
            return Piece(bytes, from: offset, most: length)
        },
        .look(
            "window.close",
            "Closes a window after the acts before this request. The answer comes when its extension has resigned and its processes are gone.",
            result: Results.events
        ) { client, window in
            await client.close(window)
            return window.log.last
        },
        Method(
            name: "events.next",
            text:
                "The events of a window after a number, in order. Without one, it waits for the first. The last events of the 16 windows "
                + "that were closed last can still be read, until the connection ends; those of fewer windows where they are together "
                + "more than kept_event_bytes.",
            parameters: [
                (Method.window.name, Method.window.schema, true), (after.name, after.schema, false),
                (most.name, most.schema, false), (wait.name, wait.schema, false),
                (kinds.name, kinds.schema, false),
            ],
            result: Results.batch,
            work: .wait { client, object in
                let log = try client.log(of: try Method.window.value(in: object))
                let number = try after.value(in: object)
                guard number <= log.last else {
                    throw RPCError.wrongParameter(
                        after.name,
                        "must be at most \(log.last), the number of the newest event, not \(number)"
                    )
                }
                let batch = await log.next(
                    after: number,
                    of: try kinds.value(in: object).map(Set.init),
                    most: try most.value(in: object),
                    within: .milliseconds(try wait.value(in: object))
                )
                return Results.json(batch)
            }
        ),
    ]

    private static let after = Parameter<Int>.integer(
        "after",
        0...Int(Int32.max),
        "The number of the last event that the client has; 0 at the beginning."
    ).or(0)
    private static let most = Parameter<Int>.integer(
        "max",
        1...4096,
        "How many events to give at most; 256 without it."
    ).or(256)
    private static let kinds = Parameter<[String]>.choices(
        "kinds",
        "The kinds of events to give; all without it. The numbers of others are left out. An event that is told as 'omitted' counts as its kind.",
        Shapes.eventKinds
    ).optional
    static let wait = Parameter<Int>.integer(
        "waitMs",
        0...ConnectionLimits.wait,
        "How long to wait, in milliseconds; 0 without it."
    ).or(0)
}

/// What a window shows.
struct Look: Sendable {
    let lastEvent: Int
    let viewEvent: Int?
    let page: TranscriptPage
    let draft: Draft
    let view: Shapes.View
    let extensionID: ExtensionID?
    let failure: MayflyError?
    let question: PermissionQuestion?
    let payment: PaymentSheet?
    let pictureRequest: PictureRequest?

    init(_ open: OpenWindow) async {
        let window = open.window
        lastEvent = open.log.last
        viewEvent = open.lastView
        page = await window.transcript
        draft = await window.draft
        view = (await window.style, await window.view)
        extensionID = await window.openExtension?.id
        failure = await window.failure
        question = await window.question
        payment = await window.payment
        pictureRequest = await window.pictureRequest
    }
}

extension Results {
    fileprivate static let window = Shape<OpenWindow>.object(
        "Window",
        "A window that was opened.",
        [
            Field("window", .text, "What it is called on this connection.") { $0.name },
            Field("conversation", .text, "The name of the conversation.") { $0.window.conversation.name },
            Field("device", .text, "The name of the device.") { $0.window.device.name },
            Field("person", .text, "The name of the person whose device it is.") { $0.window.device.ownerName },
            Field("members", Shape<String>.text.list, "The names of the people of the conversation.") {
                $0.window.members.ownerNames
            },
        ]
    )

    fileprivate static let look = Shape<Look>(wholeLook.schema) { wholeLook.json($0, $1).boundingView }

    private static let wholeLook = Shape<Look>.object(
        "Look",
        "What a window shows.",
        [
            Field(
                "last_event",
                .integer,
                "The number of an event: this shows all that was told up to it, and perhaps what later events tell."
            ) { $0.lastEvent },
            .sometimes(
                "view_event",
                .integer,
                "The number of the 'view' event that told the view, for 'view' of acts; left out where none told it."
            ) { $0.viewEvent },
            Field("transcript", Shapes.page, "The end of the transcript.") { $0.page },
            Field("draft", Shapes.draft, "The input field.") { $0.draft },
            Field("view", Shapes.view, "What the extension shows.") { $0.view },
            Field("extension", Shape<String>.text.nullable, "The id of the extension that is open.") {
                $0.extensionID?.rawValue
            },
            Field("failure", Shape<String>.text.nullable, "Why the last extension could not be opened, or failed.") {
                $0.failure?.message
            },
            .sometimes("question", Shapes.permissionQuestion, "What the person is asked; left out where it is nothing.")
            {
                $0.question
            },
            .sometimes("payment", Shapes.paymentSheet, "What the person is to pay; left out where it is nothing.") {
                $0.payment
            },
            .sometimes(
                "picture_request",
                Shapes.pictureRequest,
                "The picture that the person is asked for; left out where it is none."
            ) { $0.pictureRequest },
        ]
    )

    /// The events are written already.
    fileprivate static func json(_ batch: EventLog.Batch) -> String {
        var json = "{\"events\":[\(batch.events.joined(separator: ","))],\"next\":\(batch.next)"
        if let gap = batch.gap { json += ",\"gap\":{\"from\":\(gap.lowerBound),\"to\":\(gap.upperBound)}" }
        if batch.isEnd { json += ",\"end\":true" }
        return json + "}"
    }

    fileprivate static let batch: Schema = {
        let gap = Schema.object([
            (
                "from", Schema(type: "integer").described("The number of the first event that is not kept any more."),
                true
            ),
            ("to", Schema(type: "integer").described("The number of the last one."), true),
        ])
        let numbered = Schema(
            .object([
                "allOf": .list([
                    Shapes.event.schema.value,
                    .object([
                        "type": .text("object"),
                        "properties": .object(["number": .object(["type": .text("integer")])]),
                        "required": .texts(["number"]),
                    ]),
                ])
            ]),
            named: Shapes.event.schema.named
        )
        let omitted = Schema.object([
            ("number", Schema(type: "integer").described("The number of the event."), true),
            ("event", Schema(.object(["const": .text("omitted")])), true),
            ("kind", Schema(type: "string").described("The kind of the event, which is too large to be told."), true),
            ("bytes", Schema(type: "integer").described("How large it is."), true),
        ])
        let items = JSONValue.object(["anyOf": .list([numbered.value, omitted.value])])
        let events = Schema(.object(["type": .text("array"), "items": items]), named: numbered.named)
        return Schema.object([
            (
                "events", events.described("The events, each with its number. There is no gap between two of them."),
                true
            ),
            ("next", Schema(type: "integer").described("The number to give as 'after' next."), true),
            (
                "gap",
                gap.described(
                    "Events that the client has not read and that are not kept any more: 'window.look' and 'transcript.page' have the present state."
                ), false
            ),
            ("end", Schema(type: "boolean").described("True when the window is closed and no event follows."), false),
        ]).named("EventBatch")
    }()
}
