internal import CMayfly

/// Memory that a host function borrows until its call returns.
struct CallMemory: ~Copyable {
    private var blocks: [UnsafeMutableRawPointer] = []

    /// Runs a call with memory that is freed after it.
    static func lending<Result>(_ call: (inout CallMemory) -> Result) -> Result {
        var memory = CallMemory()
        return call(&memory)
    }

    /// A copy of the text; `nil` is "no text".
    mutating func text(_ text: String?) -> mayfly_string {
        guard var text else { return mayfly_string() }
        return text.withUTF8 { bytes in
            // One byte more: text of length 0 needs a pointer too, because a null pointer means "no text".
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
            copy.copyBytes(from: bytes)
            copy[bytes.count] = 0
            if let start = copy.baseAddress { blocks.append(start) }
            let characters = UnsafePointer(copy.assumingMemoryBound(to: CChar.self).baseAddress)
            return mayfly_string(data: characters, length: UInt64(bytes.count))
        }
    }

    /// A copy of the bytes; `nil` is a null pointer.
    mutating func bytes(_ bytes: [UInt8]?) -> (start: UnsafeRawPointer?, count: UInt64) {
        guard let bytes else { return (nil, 0) }
        // One byte more: no bytes need a pointer too, because a null pointer means "none".
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
        copy.copyBytes(from: bytes)
        if let start = copy.baseAddress { blocks.append(start) }
        return (UnsafeRawPointer(copy.baseAddress), UInt64(bytes.count))
    }

    /// A copy of the value.
    mutating func pointer<Value: BitwiseCopyable>(to value: Value) -> UnsafePointer<Value> {
        let block = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        block.initialize(to: value)
        blocks.append(UnsafeMutableRawPointer(block))
        return UnsafePointer(block)
    }

    /// A copy of the values, one behind the other; a null pointer for none.
    mutating func array<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value>? {
        guard !values.isEmpty else { return nil }
        let block = UnsafeMutablePointer<Value>.allocate(capacity: values.count)
        for (index, value) in values.enumerated() { (block + index).initialize(to: value) }
        blocks.append(UnsafeMutableRawPointer(block))
        return UnsafePointer(block)
    }

    deinit {
        for block in blocks { block.deallocate() }
    }
}

extension CallMemory {
    /// A copy of the message. Members that only the host sets are left out.
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
        (copy.image_bytes, copy.image_size) = bytes(layout.imageBytes)
        return pointer(to: copy)
    }
}
