internal import MayflyModel

extension Table {
    /// An error, as completions and messages carry it.
    package static let error = Record(
        "mayfly_error",
        [
            .init("size", .size),
            .init("domain", .enumeration("mayfly_error_domain")),
            .init("code", .enumeration("mayfly_error_code")),
            .init("reserved", .reserved(4)),
            .init("message", .string),
        ]
    )

    /// The template layout of a message (model 2.2).
    package static let layout = Record(
        "mayfly_template_layout",
        [
            .init("size", .size),
            .init("reserved", .reserved(4)),
            .init("image_file", .string),
            .init("media_file", .string),
            .init("image_title", .string),
            .init("image_subtitle", .string),
            .init("caption", .string),
            .init("subcaption", .string),
            .init("trailing_caption", .string),
            .init("trailing_subcaption", .string),
            .init("image_bytes", .bytes(countedBy: "image_size", most: PictureRules.maximumBytes)),
            .init("image_size", .length),
        ]
    )

    /// A message (model 2.2).
    package static let message = Record(
        "mayfly_message",
        [
            .init("size", .size),
            .init("should_expire", .boolean),
            .init("is_pending", .boolean),
            .init("reserved", .reserved(2)),
            .init("session", .uuidPointer),
            .init("sender", .uuidPointer),
            .init("url", .string),
            .init("layout", .pointer(layout, nullable: true)),
            .init("summary_text", .string),
            .init("accessibility_label", .string),
            .init("error", .pointer(error, nullable: true)),
        ]
    )

    /// A sticker: a file with a description.
    package static let sticker = Record(
        "mayfly_sticker",
        [
            .init("size", .size), .init("reserved", .reserved(4)), .init("file", .string),
            .init("description", .string),
        ]
    )

    /// The conversation on screen.
    package static let conversationInfo = Record(
        "mayfly_conversation",
        [
            .init("size", .size),
            .init("remote_participant_count", .count),
            .init("local_participant", .uuid),
            .init("remote_participants", .array(.uuid, countedBy: "remote_participant_count")),
            .init("selected_message", .pointer(message, nullable: true)),
        ]
    )

    /// What every callback is told.
    package static let state = Record(
        "mayfly_state",
        [
            .init("size", .size),
            .init("presentation_style", .enumeration("mayfly_presentation_style")),
            .init("presentation_context", .enumeration("mayfly_presentation_context")),
            .init("reserved", .reserved(4)),
            .init("active_conversation", .pointer(conversationInfo, nullable: true)),
        ]
    )

    /// The host, as one instance sees it.
    package static let host = Record(
        "mayfly_host",
        [.init("size", .size), .init("abi_version", .uint32), .init("ability", .function("hostAbility"))]
    )

    /// The versions that the host offers.
    package static let offer = Record(
        "mayfly_offer",
        [
            .init("size", .size),
            .init("abi_min", .uint32),
            .init("abi_max", .uint32),
            .init("reserved", .reserved(4)),
            .init("host_name", .string),
            .init("host_version", .string),
        ]
    )

    /// How and where an instance starts.
    package static let launch = Record(
        "mayfly_launch",
        [
            .init("size", .size),
            .init("presentation_style", .enumeration("mayfly_presentation_style")),
            .init("presentation_context", .enumeration("mayfly_presentation_context")),
            .init("reserved", .reserved(4)),
            .init("bundle_folder", .string),
            .init("locale", .string),
        ]
    )

    /// What the extension answers when an instance is made.
    package static let instance = Record(
        "mayfly_instance",
        [
            .init("size", .size),
            .init("reserved", .reserved(4)),
            .init("context", .address),
            .init("controller", .functions("mayfly_controller")),
            .init("ability", .function("extensionAbility")),
        ]
    )

    /// What the extension answers to the offer.
    package static let `extension` = Record(
        "mayfly_extension",
        [
            .init("size", .size),
            .init("abi_version", .uint32),
            .init("context", .address),
            .init("make_instance", .function("makeInstance")),
            .init("refusal", .string),
        ]
    )

    /// One input of a view and its value.
    package static let input = Record(
        "mayfly_input",
        [.init("size", .size), .init("reserved", .reserved(4)), .init("id", .string), .init("value", .string)]
    )

    /// One header of a request or of its answer.
    package static let header = Record(
        "mayfly_http_header",
        [.init("size", .size), .init("reserved", .reserved(4)), .init("name", .string), .init("value", .string)]
    )

    /// A request over HTTPS that the host makes.
    package static let fetchRequest = Record(
        "mayfly_fetch_request",
        [
            .init("size", .size),
            .init("header_count", .count),
            .init("method", .string),
            .init("url", .string),
            .init("headers", .array(.structure(header), countedBy: "header_count")),
            .init("body", .bytes(countedBy: "body_size")),
            .init("body_size", .length),
        ]
    )

    /// A product that an extension sells.
    package static let product = Record(
        "mayfly_product",
        [
            .init("size", .size), .init("reserved", .reserved(4)), .init("id", .string), .init("title", .string),
            .init("amount", .uint64), .init("currency", .string),
        ]
    )

    /// A payment that an extension requests.
    package static let paymentRequest = Record(
        "mayfly_payment_request",
        [
            .init("size", .size), .init("reserved", .reserved(4)), .init("label", .string), .init("amount", .uint64),
            .init("currency", .string),
        ]
    )

    /// A setting of the extension with its value.
    package static let setting = Record(
        "mayfly_setting",
        [.init("size", .size), .init("reserved", .reserved(4)), .init("key", .string), .init("value", .string)]
    )

    /// An action that the person took on a view.
    package static let action = Record(
        "mayfly_action",
        [
            .init("size", .size),
            .init("input_count", .count),
            .init("id", .string),
            .init("data", .string),
            .init("inputs", .array(.structure(input), countedBy: "input_count")),
            .init("verb", .string),
        ]
    )
}
