package import MayflyHost
internal import MayflyModel

extension Shapes {
    /// What happened in a window.
    package static let event: Shape<HostEvent> = .variants(
        "Event",
        "What happened in a window.",
        by: "event",
        events
    )

    /// The names of the kinds of events.
    package static let eventKinds = events.map(\.tag)

    private static let events = [
        process, callback, call, changedDraft, changedTranscript, changedView, keyboard, openURL, handedOver, log,
        unconfined, moreTime, question, questionOver, payment, paymentOver, askedForPicture,
        pictureRequestOver, ended,
    ]

    private static let process = Variant<HostEvent>(
        "process",
        "A worker's process was started, or took a step towards its end.",
        processFields
    ) {
        if case .process(let id, let step, let process) = $0 { (id, step, process) } else { nil }
    }

    private static let callback = Variant<HostEvent>(
        "callback",
        "A callback of the extension is called.",
        callbackFields
    ) {
        if case .callback(let id, let name, let arguments) = $0 { (id, name, arguments) } else { nil }
    }

    private static let call = Variant<HostEvent>("call", "The extension called a function of the host.", callFields) {
        if case .call(let id, let name, let arguments, let error) = $0 { (id, name, arguments, error) } else { nil }
    }

    private static let changedDraft = Variant<HostEvent>("draft", "The input field changed.", draftFields) {
        if case .draft(let draft) = $0 { draft } else { nil }
    }

    private static let changedTranscript = Variant<HostEvent>(
        "transcript",
        "The transcript changed. 'entries' has its end.",
        pageFields
    ) {
        if case .transcript(let page) = $0 { page } else { nil }
    }

    private static let changedView = Variant<HostEvent>("view", "What the extension shows changed.", changedViewFields)
    {
        if case .view(let id, let style, let view) = $0 { (id, (style, view)) } else { nil }
    }

    private static let keyboard = Variant<HostEvent>(
        "keyboard",
        "The keyboard came up, or not, after an extension closed itself.",
        [Field("shown", .flag, "Whether it is up.") { (isShown: Bool) in isShown }]
    ) {
        if case .keyboard(let isShown) = $0 { isShown } else { nil }
    }

    private static let openURL = Variant<HostEvent>(
        "openURL",
        "The person tapped a message whose address is to be opened in a browser.",
        [Field("url", .text, "The address, as the sender wrote it: it is not trusted.") { (url: String) in url }]
    ) {
        if case .openURL(let url) = $0 { url } else { nil }
    }

    private static let handedOver = Variant<HostEvent>(
        "handOff",
        "A message waits to be continued on another device of the person, was taken by one, or waits no more.",
        [
            Field("own", .flag, "Whether this window's device has offered it.") {
                (event: (handOff: HandOff, isOwn: Bool)) in event.isOwn
            }
        ] + handOffFields.map { $0.of { $0.handOff } }
    ) {
        if case .handOff(let handOff, let isOwn) = $0 { (handOff, isOwn) } else { nil }
    }

    private static let log = Variant<HostEvent>("log", "A line by an extension or about it.", logFields) {
        if case .log(let id, let level, let line) = $0 { (id, level, line) } else { nil }
    }

    private static let unconfined = Variant<HostEvent>(
        "unconfined",
        "Layers of the sandbox do not hold for the worker that is started next.",
        unconfinedFields
    ) {
        if case .unconfined(let id, let missing) = $0 { (id, missing) } else { nil }
    }

    private static let moreTime = Variant<HostEvent>(
        "moreTime",
        "The extension resigns, asked for more time and got it.",
        moreTimeFields
    ) {
        if case .moreTime(let id, let milliseconds, let reason) = $0 { (id, milliseconds, reason) } else { nil }
    }

    private static let question = Variant<HostEvent>(
        "question",
        "The extension asks for a permission: 'window.answer' takes the answer of the person.",
        questionFields
    ) {
        if case .question(let question) = $0 { question } else { nil }
    }

    private static let questionOver = Variant<HostEvent>(
        "questionOver",
        "A question is not asked any more.",
        questionOverFields
    ) {
        if case .questionOver(let id, let number, let answer) = $0 { (id, number, answer) } else { nil }
    }

    private static let payment = Variant<HostEvent>(
        "payment",
        "The person is to agree to a payment, or not: 'window.answerPayment' takes the answer of the person.",
        paymentFields
    ) {
        if case .payment(let sheet) = $0 { sheet } else { nil }
    }

    private static let paymentOver = Variant<HostEvent>(
        "paymentOver",
        "The sheet of a payment is not shown any more. Only the provider says whether something was paid.",
        paymentOverFields
    ) {
        if case .paymentOver(let id, let number, let answer) = $0 { (id, number, answer) } else { nil }
    }

    private static let askedForPicture = Variant<HostEvent>(
        "pictureRequest",
        "The extension asks for a picture of the person: 'window.providePicture' and 'window.refusePicture' answer.",
        pictureRequestFields
    ) {
        if case .pictureRequest(let request) = $0 { request } else { nil }
    }

    private static let pictureRequestOver = Variant<HostEvent>(
        "pictureRequestOver",
        "A request for a picture is over: it was answered, or nobody waits for the picture any more. A camera is switched off now.",
        pictureRequestOverFields
    ) {
        if case .pictureRequestOver(let id, let number) = $0 { (id, number) } else { nil }
    }

    private static let ended = Variant<HostEvent>("receipt", "How a worker's life ended.", endedFields) {
        if case .receipt(let id, let end) = $0 { (id, end) } else { nil }
    }

    private static let changedViewFields: [Field<(id: ExtensionID, view: View)>] =
        [extensionID { $0.id }] + viewFields.map { $0.of { $0.view } }

    private static let unconfinedFields: [Field<(id: ExtensionID, missing: [SandboxLayer: String])>] = [
        extensionID { $0.id },
        Field("missing", layer.list, "These layers.") { layers($0.missing, of: Set($0.missing.keys)) },
    ]

    private static let moreTimeFields: [Field<(id: ExtensionID, milliseconds: Int64, reason: String)>] = [
        extensionID { $0.id }, Field("ms", .integer, "How much, in milliseconds.") { $0.milliseconds },
        Field("reason", .text, "The reason in the words of the extension.") { $0.reason },
    ]

    private static let questionOverFields: [Field<(id: ExtensionID, number: Int, answer: PermissionAnswer?)>] = [
        extensionID { $0.id },
        Field("question", .integer, "The number of the question.") { $0.number },
        Field(
            "answer",
            Shape<String>.choice(PermissionAnswer.allCases.map(\.rawValue)).nullable,
            "What the person has answered; null where nobody waits for the answer any more, or nothing was granted or refused for good."
        ) { $0.answer?.rawValue },
    ]

    private static let paymentOverFields: [Field<(id: ExtensionID, number: Int, answer: PaymentAnswer?)>] = [
        extensionID { $0.id },
        Field("payment", .integer, "The number of the sheet.") { $0.number },
        Field(
            "answer",
            Shape<String>.choice(PaymentAnswer.allCases.map(\.rawValue)).nullable,
            "What the person has answered; null where nobody waits for the answer any more."
        ) { $0.answer?.rawValue },
    ]

    private static let pictureRequestOverFields: [Field<(id: ExtensionID, number: Int)>] = [
        extensionID { $0.id },
        Field("request", .integer, "The number of the request.") { $0.number },
    ]

    private static let endedFields: [Field<(id: ExtensionID, end: WorkerEnd)>] =
        [extensionID { $0.id }] + endFields { ended, names in (ended.end, names.name(of: ended.id)) }

    static func extensionID<Root>(_ id: @escaping @Sendable (Root) -> ExtensionID) -> Field<Root> {
        Field("extension", .text, "The id of the extension.") { id($0).rawValue }
    }

    private static let processFields: [Field<(id: ExtensionID, step: HostEvent.ProcessStep, process: Int32?)>] = [
        extensionID { $0.id },
        Field("state", .name, "The step.") { $0.step },
        Field("pid", Shape<Int32>.integer.nullable, "The number of the process.") { $0.process },
    ]

    private static let callbackFields: [Field<(id: ExtensionID, name: String, arguments: JSONValue)>] = [
        extensionID { $0.id },
        Field("name", .text, "The name of the callback.") { $0.name },
        Field(
            "arguments",
            .any,
            "Its arguments by their names; null where they are too long.",
            named: {
                $1.beginning(of: $0.arguments)
            }
        ),
    ]

    private static let callFields:
        [Field<(id: ExtensionID, name: String, arguments: JSONValue, error: MessageError?)>] = [
            extensionID { $0.id },
            Field("name", .text, "The name of the function.") { $0.name },
            Field(
                "arguments",
                .any,
                "Its arguments by their names; null where they are too long.",
                named: {
                    $1.beginning(of: $0.arguments)
                }
            ),
            Field("error", error.nullable, "Why it was refused; null where it was done.") { $0.error },
        ]

    private static let logFields: [Field<(id: ExtensionID?, level: HostEvent.LogLevel, line: String)>] = [
        Field("extension", Shape<String>.text.nullable, "The id of the extension; null for a line of the host.") {
            $0.id?.rawValue
        },
        Field("level", .choice(["debug", "info", "warning", "error"]), "How important it is.") { $0.level.name },
        Field("line", .text, "The line.") { $0.line },
    ]
}
