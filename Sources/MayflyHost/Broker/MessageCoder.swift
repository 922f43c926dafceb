internal import MayflyABI
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

/// Translates messages between the host and one extension on one device (model 6.6).
///
/// The host refers to people by identifiers without a name. An extension gets UUIDs for them that no other extension gets.
package struct MessageCoder {
    let identities: Identities
    let files: ExtensionFiles

    package init(
        identities: Identities,
        files: ExtensionFiles
    ) {
        self.identities = identities
        self.files = files
    }

    // MARK: From the extension

    /// Reads a message that an extension inserts. Fields that only the host may write are ignored.
    ///
    /// Throws in the order of the model (2.2, D-03): the URL's rules first, then those of the files.
    func message(from record: RecordValue) throws(MessageError) -> InteractiveMessage {
        var message = InteractiveMessage(
            session: record["session"].uuid.map { SessionID($0) },
            url: record["url"].text,
            layout: record["layout"].record.map(layout)
        )
        message.shouldExpire = record["should_expire"].boolean
        message.summaryText = mention(record["summary_text"])
        message.accessibilityLabel = mention(record["accessibility_label"])
        try message.validate()
        try message.requireShortTexts()
        guard let art = record["layout"].record else { return message }
        // 7.3: an image has precedence; the media file is ignored, and not sent.
        if let image = art["image_file"].text {
            message.layout?.image = try files.save(image, as: .image, what: "the layout's image")
        } else if let image = art["image_bytes"].bytes {
            message.layout?.image = try files.saveImage(image, what: "the layout's image")
        } else if let media = art["media_file"].text {
            message.layout?.media = try files.save(media, as: .media, what: "the layout's media file")
        }
        return message
    }

    private func layout(_ record: RecordValue) -> TemplateLayout {
        var layout = TemplateLayout()
        layout.imageTitle = mention(record["image_title"])
        layout.imageSubtitle = mention(record["image_subtitle"])
        layout.caption = mention(record["caption"])
        layout.subcaption = mention(record["subcaption"])
        layout.trailingCaption = mention(record["trailing_caption"])
        layout.trailingSubcaption = mention(record["trailing_subcaption"])
        return layout
    }

    private func mention(_ value: Value) -> MentionText? {
        value.text.map { MentionText($0, resolving: identities.participant(of:)) }
    }

    // MARK: To the extension

    /// The message of an item as the extension sees it. Without files its layout names none, and no file is copied.
    func record(of item: Item, withFiles: Bool = true) -> RecordValue {
        guard let message = item.message else { return RecordValue(Table.message) }
        return RecordValue(
            Table.message,
            [
                "should_expire": .boolean(message.shouldExpire),
                "is_pending": .boolean(message.isPending),
                "session": message.session.map { .uuid($0.value) } ?? .null,
                "sender": (message.sender ?? item.sender).uuidValue(for: identities),
                "url": .optional(message.url),
                "layout": message.layout.map { .record(record(of: $0, withFiles: withFiles)) } ?? .null,
                "summary_text": text(message.summaryText),
                "accessibility_label": text(message.accessibilityLabel),
                "error": message.error.map { .record(Self.undelivered($0).record) } ?? .null,
            ]
        )
    }

    /// The error without its reason: that is a text of the transport, which may name people and addresses (C-197).
    private static func undelivered(_ error: MessageError) -> MessageError {
        MessageError(error.code, "the message was not delivered", domain: error.domain)
    }

    /// Copies the files that the message of an item names to where the extension may read them.
    func handOverFiles(of item: Item) {
        guard let layout = item.message?.layout else { return }
        for file in [layout.image, layout.media] { _ = file.flatMap { files.handOver($0) } }
    }

    private func record(of layout: TemplateLayout, withFiles: Bool) -> RecordValue {
        let (image, media) = withFiles ? (layout.image, layout.media) : (nil, nil)
        return RecordValue(
            Table.layout,
            [
                "image_file": .optional(image.flatMap { files.handOver($0) }),
                "media_file": .optional(media.flatMap { files.handOver($0) }),
                "image_title": text(layout.imageTitle),
                "image_subtitle": text(layout.imageSubtitle),
                "caption": text(layout.caption),
                "subcaption": text(layout.subcaption),
                "trailing_caption": text(layout.trailingCaption),
                "trailing_subcaption": text(layout.trailingSubcaption),
            ]
        )
    }

    private func text(_ mention: MentionText?) -> Value {
        .optional(mention?.text(tokens: identities.uuid(of:)))
    }
}

extension ParticipantID {
    fileprivate func uuidValue(for identities: Identities) -> Value {
        identities.uuid(of: self).map(Value.uuid) ?? .null
    }
}
