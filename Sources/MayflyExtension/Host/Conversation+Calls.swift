internal import CMayfly

extension Conversation {
    /// Stages a message. It replaces the interactive message that is staged, if there is one (C-108).
    public func insert(_ message: Message, completion: Completion? = nil) throws(MessageError) {
        try host.perform("insert_message", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            host.conversation.insert_message?(host.pointer, memory.message(message), answer, context)
        }
    }

    /// Adds a sticker to the input field. The errors are of the stickers domain.
    public func insert(_ sticker: Sticker, completion: Completion? = nil) throws(MessageError) {
        try host.perform("insert_sticker", Pending.calls, Pending.answerCall, completion, domain: .stickers) {
            memory,
            answer,
            context in
            host.conversation.insert_sticker?(host.pointer, memory.sticker(sticker), answer, context)
        }
    }

    /// Adds text at the end of what is typed.
    public func insertText(_ text: String, completion: Completion? = nil) throws(MessageError) {
        try host.perform("insert_text", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            host.conversation.insert_text?(host.pointer, memory.text(text), answer, context)
        }
    }

    /// Adds a file. `alternateFilename` is the name shown; without it, the file's own (C-109).
    public func insertAttachment(
        _ file: String,
        alternateFilename: String? = nil,
        completion: Completion? = nil
    ) throws(MessageError) {
        try host.perform("insert_attachment", Pending.calls, Pending.answerCall, completion) {
            memory,
            answer,
            context in
            let name = memory.text(alternateFilename)
            return host.conversation.insert_attachment?(host.pointer, memory.text(file), name, answer, context)
        }
    }

    /// Sends without the input field. Off by default: ``MessageError/Code/directSendDisabled`` (C-144). One touch of
    /// the person allows one such call.
    public func send(_ message: Message, completion: Completion? = nil) throws(MessageError) {
        try host.perform("send_message", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            host.conversation.send_message?(host.pointer, memory.message(message), answer, context)
        }
    }

    /// As ``send(_:completion:)-(Message,_)``, for a sticker.
    public func send(_ sticker: Sticker, completion: Completion? = nil) throws(MessageError) {
        try host.perform("send_sticker", Pending.calls, Pending.answerCall, completion, domain: .stickers) {
            memory,
            answer,
            context in
            host.conversation.send_sticker?(host.pointer, memory.sticker(sticker), answer, context)
        }
    }

    /// As ``send(_:completion:)-(Message,_)``, for text.
    public func sendText(_ text: String, completion: Completion? = nil) throws(MessageError) {
        try host.perform("send_text", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            host.conversation.send_text?(host.pointer, memory.text(text), answer, context)
        }
    }

    /// As ``send(_:completion:)-(Message,_)``, for a file.
    public func sendAttachment(
        _ file: String,
        alternateFilename: String? = nil,
        completion: Completion? = nil
    ) throws(MessageError) {
        try host.perform("send_attachment", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            let name = memory.text(alternateFilename)
            return host.conversation.send_attachment?(host.pointer, memory.text(file), name, answer, context)
        }
    }
}
