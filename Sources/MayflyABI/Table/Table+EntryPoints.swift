internal import MayflyModel

extension Table {
    /// The one symbol that an extension exports.
    package static let entry = Function(
        1,
        "extensionEntry",
        c: "mayfly_extension_entry",
        .entry,
        .main,
        [
            .init("offer", .pointer(offer, nullable: false)),
            .init("extension", .output(.structure(`extension`))),
        ],
        result: .int32
    )

    /// Makes one instance of the extension.
    package static let makeInstance = Function(
        2,
        "makeInstance",
        c: "make_instance",
        .any,
        .main,
        [
            .init("context", .address),
            .init("host", .host),
            .init("launch", .pointer(launch, nullable: false)),
            .init("instance", .output(.structure(instance))),
        ],
        result: .int32
    )

    /// Finds a table of callbacks by its id.
    package static let extensionAbility = Function(
        3,
        "extensionAbility",
        c: "ability",
        .any,
        .main,
        [.init("context", .address), .init("id", .string)],
        result: .address
    )

    /// Finds a table of host functions by its id.
    package static let hostAbility = Function(
        4,
        .worker(.hostAbility),
        c: "ability",
        .any,
        .any,
        [.init("host", .host), .init("id", .string)],
        result: .address
    )

    /// Answers a call that has nothing to return but an error.
    package static let completion = Function(
        5,
        "completion",
        c: "mayfly_completion",
        .any,
        .background,
        [.init("context", .address), .init("error", .pointer(error, nullable: true))]
    )

    /// Answers `readSession`.
    package static let sessionPageCompletion = Function(
        6,
        "sessionPageCompletion",
        c: "mayfly_session_page_completion",
        .any,
        .background,
        [
            .init("context", .address), .init("error", .pointer(error, nullable: true)),
            .init("messages", .array(.pointer(message, nullable: false), countedBy: "count")), .init("count", .count),
            .init("has_older", .boolean),
        ]
    )

    /// Answers the functions of the session state.
    package static let sessionStateCompletion = Function(
        7,
        "sessionStateCompletion",
        c: "mayfly_session_state_completion",
        .any,
        .background,
        [
            .init("context", .address), .init("error", .pointer(error, nullable: true)), .init("version", .uint64),
            .init("bytes", .bytes(countedBy: "size")), .init("size", .length),
        ]
    )

    /// Answers `fetch`.
    package static let fetchCompletion = Function(
        8,
        "fetchCompletion",
        c: "mayfly_fetch_completion",
        .any,
        .background,
        [
            .init("context", .address), .init("error", .pointer(error, nullable: true)), .init("status", .uint32),
            .init("headers", .array(.structure(header), countedBy: "header_count")), .init("header_count", .count),
            .init("body", .bytes(countedBy: "body_size", most: FetchRequest.largestAnswer)),
            .init("body_size", .length),
        ]
    )

    /// Answers the functions that give a picture.
    package static let pictureCompletion = Function(
        9,
        "pictureCompletion",
        c: "mayfly_picture_completion",
        .any,
        .background,
        [
            .init("context", .address), .init("error", .pointer(error, nullable: true)), .init("file", .string),
        ]
    )

    /// Answers the functions that list products.
    package static let productsCompletion = Function(
        10,
        "productsCompletion",
        c: "mayfly_products_completion",
        .any,
        .background,
        [
            .init("context", .address), .init("error", .pointer(error, nullable: true)),
            .init("products", .array(.structure(product), countedBy: "product_count")), .init("product_count", .count),
        ]
    )

    /// Answers `buyProduct` and `requestPayment`.
    package static let paymentCompletion = Function(
        11,
        "paymentCompletion",
        c: "mayfly_payment_completion",
        .any,
        .background,
        [
            .init("context", .address), .init("error", .pointer(error, nullable: true)),
            .init("outcome", .enumeration("mayfly_payment_outcome")),
            .init("receipt", .bytes(countedBy: "receipt_size")), .init("receipt_size", .length),
        ]
    )

    /// Answers `readSettings`.
    package static let settingsCompletion = Function(
        521,
        "settingsCompletion",
        c: "mayfly_settings_completion",
        .any,
        .background,
        [
            .init("context", .address), .init("error", .pointer(error, nullable: true)),
            .init("settings", .array(.structure(setting), countedBy: "setting_count")), .init("setting_count", .count),
        ]
    )

    /// The rows by which calls are answered. The first parameter of each is the caller's context, the second the error.
    package static let completions: [Function] = [
        completion, sessionPageCompletion, sessionStateCompletion, fetchCompletion, pictureCompletion,
        productsCompletion,
        paymentCompletion,
        settingsCompletion,
    ]
}
