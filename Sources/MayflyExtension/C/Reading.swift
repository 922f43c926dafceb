internal import CMayfly

// Conversions of arguments of callbacks to Swift values. Everything is copied, because the memory is valid until the
// callback returns.

extension String {
    /// `nil` for "no text". Bytes that are not UTF-8 become U+FFFD.
    init?(_ text: mayfly_string) {
        guard let data = text.data, let length = Int(exactly: text.length) else { return nil }
        self.init(decoding: UnsafeRawBufferPointer(start: data, count: length), as: UTF8.self)
    }
}

extension Identifier {
    init(_ uuid: mayfly_uuid) {
        let (high, low) = withUnsafeBytes(of: uuid) { bytes in
            (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }

    var uuid: mayfly_uuid {
        var uuid = mayfly_uuid()
        withUnsafeMutableBytes(of: &uuid) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return uuid
    }
}

extension MessageError {
    init?(_ pointer: UnsafePointer<mayfly_error>?) {
        guard let error = sized(pointer, as: mayfly_error.self) else { return nil }
        self.init(
            Code(rawValue: error.code),
            domain: Domain(rawValue: error.domain) ?? .messages,
            message: String(error.message) ?? "The host gave no reason"
        )
    }
}

extension TemplateLayout {
    init?(_ pointer: UnsafePointer<mayfly_template_layout>?) {
        guard let layout = sized(pointer, as: mayfly_template_layout.self) else { return nil }
        self.init(
            imageFile: String(layout.image_file),
            mediaFile: String(layout.media_file),
            imageTitle: String(layout.image_title),
            imageSubtitle: String(layout.image_subtitle),
            caption: String(layout.caption),
            subcaption: String(layout.subcaption),
            trailingCaption: String(layout.trailing_caption),
            trailingSubcaption: String(layout.trailing_subcaption)
        )
    }
}

extension Message {
    init?(_ pointer: UnsafePointer<mayfly_message>?) {
        guard let message = sized(pointer, as: mayfly_message.self) else { return nil }
        self.init(session: message.session.map { Session(identifier: Identifier($0.pointee)) })
        url = String(message.url)
        layout = TemplateLayout(message.layout)
        summaryText = String(message.summary_text)
        accessibilityLabel = String(message.accessibility_label)
        shouldExpire = message.should_expire != 0
        sender = message.sender.map { Identifier($0.pointee) }
        isPending = message.is_pending != 0
        error = MessageError(message.error)
    }
}

extension Action {
    init?(_ pointer: UnsafePointer<mayfly_action>?) {
        guard let action = sized(pointer, as: mayfly_action.self) else { return nil }
        var inputs: [String: String] = [:]
        for input in values(action.inputs, action.input_count) {
            if let id = String(input.id) { inputs[id] = String(input.value) ?? "" }
        }
        self.init(
            id: String(action.id),
            data: String(action.data) ?? "{}",
            inputs: inputs,
            verb: String(action.verb)
        )
    }
}

extension SessionPage {
    init(_ pointers: UnsafePointer<UnsafePointer<mayfly_message>?>?, count: UInt32, hasOlder: UInt8) {
        let messages = UnsafeBufferPointer(start: pointers, count: pointers == nil ? 0 : Int(count))
        self.init(messages: messages.compactMap { Message($0) }, hasOlder: hasOlder != 0)
    }
}

extension SessionState {
    init(_ version: UInt64, _ bytes: UnsafeRawPointer?, _ size: UInt64) {
        let count = bytes == nil ? 0 : Int(clamping: size)
        self.init(version: version, bytes: Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    }
}
