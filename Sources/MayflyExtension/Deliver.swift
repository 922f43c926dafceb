internal import CMayfly

// Functions of the file, not of a type: a C function pointer may not capture even a type.

/// Tells the instance the state, and then calls it. A call without a context is ignored.
func deliver(
    _ context: UnsafeMutableRawPointer?,
    _ state: UnsafePointer<mayfly_state>?,
    _ call: (MessageExtension) -> Void
) {
    guard let context else { return }
    let instance = Unmanaged<MessageExtension>.fromOpaque(context).takeUnretainedValue()
    instance.update(state)
    call(instance)
}

/// As ``deliver(_:_:_:)``, for a callback that is about the conversation.
func deliver(
    _ context: UnsafeMutableRawPointer?,
    _ state: UnsafePointer<mayfly_state>?,
    _ call: (MessageExtension, Conversation) -> Void
) {
    deliver(context, state) { instance in
        guard let conversation = instance.activeConversation else {
            return instance.log("The host told of no conversation; a callback was left out", level: .warning)
        }
        call(instance, conversation)
    }
}

/// As ``deliver(_:_:_:)``, for a callback that is about a message.
func deliver(
    _ context: UnsafeMutableRawPointer?,
    _ state: UnsafePointer<mayfly_state>?,
    _ message: UnsafePointer<mayfly_message>?,
    _ call: (MessageExtension, Message, Conversation) -> Void
) {
    deliver(context, state) { instance, conversation in
        guard let message = Message(message) else {
            return instance.log("The host handed over no message; a callback was left out", level: .warning)
        }
        call(instance, message, conversation)
    }
}

extension MessageExtension {
    /// Takes over what the host says of a callback. While the host names no conversation the last one stays, so that
    /// it can be handed to ``didResignActive(with:)``, after which it is dropped.
    fileprivate func update(_ state: UnsafePointer<mayfly_state>?) {
        guard let state = sized(state, as: mayfly_state.self) else { return }
        presentationStyle = PresentationStyle(rawValue: state.presentation_style)
        if let conversation = Conversation(state.active_conversation, host: host) {
            activeConversation = conversation
        }
    }
}
