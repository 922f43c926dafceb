internal import CMayfly

extension CallMemory {
    /// The message as the host reads it. What only the host may set is left out.
    mutating func message(_ message: Message) -> UnsafePointer<mayfly_message> {
        var copy = mayfly_message()
        copy.size = statedSize(mayfly_message.self)
        copy.should_expire = message.shouldExpire ? 1 : 0
        if let session = message.session { copy.session = pointer(to: session.identifier.uuid) }
        copy.url = text(message.url)
        if let layout = message.layout { copy.layout = self.layout(layout) }
        copy.summary_text = text(message.summaryText)
        copy.accessibility_label = text(message.accessibilityLabel)
        return pointer(to: copy)
    }

    mutating func sticker(_ sticker: Sticker) -> UnsafePointer<mayfly_sticker> {
        var copy = mayfly_sticker()
        copy.size = statedSize(mayfly_sticker.self)
        copy.file = text(sticker.file)
        copy.description = text(sticker.localizedDescription)
        return pointer(to: copy)
    }

    private mutating func layout(_ layout: TemplateLayout) -> UnsafePointer<mayfly_template_layout> {
        var copy = mayfly_template_layout()
        copy.size = statedSize(mayfly_template_layout.self)
        copy.image_file = text(layout.imageFile)
        copy.media_file = text(layout.mediaFile)
        copy.image_title = text(layout.imageTitle)
        copy.image_subtitle = text(layout.imageSubtitle)
        copy.caption = text(layout.caption)
        copy.subcaption = text(layout.subcaption)
        copy.trailing_caption = text(layout.trailingCaption)
        copy.trailing_subcaption = text(layout.trailingSubcaption)
        return pointer(to: copy)
    }
}
