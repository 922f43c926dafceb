internal import CMayfly

/// The tables of callbacks for all instances. The context of each callback is the instance.
enum Callbacks {
    // Safe because the memory is written once, before the pointer is shared, and never freed.
    nonisolated(unsafe) static let controller = kept(makeController())
    nonisolated(unsafe) private static let viewDelegate = kept(makeViewDelegate())
    nonisolated(unsafe) private static let stickerSource = kept(makeStickerSource())
    nonisolated(unsafe) private static let gestures = kept(makeGestures())
    nonisolated(unsafe) private static let settings = kept(makeSettings())

    /// Returns the tables of abilities other than the controller.
    static let ability: @convention(c) (UnsafeMutableRawPointer?, mayfly_string) -> UnsafeRawPointer? = { _, id in
        switch String(id) {
        case MAYFLY_VIEW_DELEGATE: UnsafeRawPointer(viewDelegate)
        case MAYFLY_STICKER_SOURCE: UnsafeRawPointer(stickerSource)
        case MAYFLY_GESTURES: UnsafeRawPointer(gestures)
        case MAYFLY_SETTINGS_DELEGATE: UnsafeRawPointer(settings)
        default: nil
        }
    }

    /// A copy that is never freed.
    private static func kept<Table>(_ table: Table) -> UnsafePointer<Table> {
        let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        pointer.initialize(to: table)
        return UnsafePointer(pointer)
    }
}

extension Callbacks {
    private static func makeController() -> mayfly_controller {
        var table = mayfly_controller()
        table.size = statedSize(mayfly_controller.self)
        addView(to: &table)
        addConversation(to: &table)
        addMessages(to: &table)
        table.will_transition = { context, state, style in
            deliver(context, state) { $0.willTransition(to: PresentationStyle(rawValue: style)) }
        }
        table.did_transition = { context, state, style in
            deliver(context, state) { $0.didTransition(to: PresentationStyle(rawValue: style)) }
        }
        table.did_receive_memory_warning = { context, state in
            deliver(context, state) { $0.didReceiveMemoryWarning() }
        }
        return table
    }

    private static func addView(to table: inout mayfly_controller) {
        table.view_did_load = { context, state in deliver(context, state) { $0.viewDidLoad() } }
        table.view_will_appear = { context, state in deliver(context, state) { $0.viewWillAppear() } }
        table.view_did_appear = { context, state in deliver(context, state) { $0.viewDidAppear() } }
        table.view_will_disappear = { context, state in deliver(context, state) { $0.viewWillDisappear() } }
        table.view_did_disappear = { context, state in deliver(context, state) { $0.viewDidDisappear() } }
    }

    private static func addConversation(to table: inout mayfly_controller) {
        table.will_become_active = { context, state in deliver(context, state) { $0.willBecomeActive(with: $1) } }
        table.did_become_active = { context, state in deliver(context, state) { $0.didBecomeActive(with: $1) } }
        table.will_resign_active = { context, state in deliver(context, state) { $0.willResignActive(with: $1) } }
        table.did_resign_active = { context, state in
            deliver(context, state) { instance, conversation in
                instance.didResignActive(with: conversation)
                instance.activeConversation = nil
            }
        }
    }

    private static func addMessages(to table: inout mayfly_controller) {
        table.will_select = { context, state, message in
            deliver(context, state, message) { $0.willSelect($1, conversation: $2) }
        }
        table.did_select = { context, state, message in
            deliver(context, state, message) { $0.didSelect($1, conversation: $2) }
        }
        table.did_receive = { context, state, message in
            deliver(context, state, message) { $0.didReceive($1, conversation: $2) }
        }
        table.did_start_sending = { context, state, message in
            deliver(context, state, message) { $0.didStartSending($1, conversation: $2) }
        }
        table.did_cancel_sending = { context, state, message in
            deliver(context, state, message) { $0.didCancelSending($1, conversation: $2) }
        }
    }

    private static func makeViewDelegate() -> mayfly_view_delegate {
        var table = mayfly_view_delegate()
        table.size = statedSize(mayfly_view_delegate.self)
        table.did_perform_action = { context, state, action in
            deliver(context, state) { instance in
                if let action = Action(action) { instance.didPerform(action) }
            }
        }
        return table
    }

    private static func makeStickerSource() -> mayfly_sticker_source {
        var table = mayfly_sticker_source()
        table.size = statedSize(mayfly_sticker_source.self)
        table.sticker_count = { context, state in
            var count = 0
            deliver(context, state) { count = $0.stickerCount }
            return UInt32(clamping: count)
        }
        table.sticker_at = { context, state, index in
            deliver(context, state) { instance in
                let exists = index < UInt32(clamping: instance.stickerCount)
                instance.host.supply(exists ? instance.sticker(at: Int(index)) : nil, at: index)
            }
        }
        return table
    }

    private static func makeSettings() -> mayfly_settings_delegate {
        var table = mayfly_settings_delegate()
        table.size = statedSize(mayfly_settings_delegate.self)
        table.did_change_settings = { context, state in deliver(context, state) { $0.didChangeSettings() } }
        return table
    }

    private static func makeGestures() -> mayfly_gesture_delegate {
        var table = mayfly_gesture_delegate()
        table.size = statedSize(mayfly_gesture_delegate.self)
        table.did_swipe = { context, state, direction in
            // A direction of a newer host that this library does not know is ignored.
            guard let direction = SwipeDirection(rawValue: direction) else { return }
            deliver(context, state) { $0.didSwipe(direction) }
        }
        return table
    }
}

// Global functions, because a closure for a C function pointer cannot capture a type.

/// Updates the state of the instance and calls it. A call without a context is ignored.
private func deliver(
    _ context: UnsafeMutableRawPointer?,
    _ state: UnsafePointer<mayfly_state>?,
    _ call: (MessageExtension) -> Void
) {
    guard let context else { return }
    let instance = Unmanaged<MessageExtension>.fromOpaque(context).takeUnretainedValue()
    instance.update(state)
    call(instance)
}

/// As ``deliver(_:_:_:)``, for a callback with the conversation.
private func deliver(
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

/// As ``deliver(_:_:_:)``, for a callback with a message.
private func deliver(
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
    /// Copies the state that the host passes with a callback. When it has no conversation the last one is kept, for
    /// ``didResignActive(with:)``, which removes it.
    fileprivate func update(_ state: UnsafePointer<mayfly_state>?) {
        guard let state = sized(state, as: mayfly_state.self) else { return }
        presentationStyle = PresentationStyle(rawValue: state.presentation_style)
        if let conversation = Conversation(state.active_conversation, host: host) {
            activeConversation = conversation
        }
    }
}
