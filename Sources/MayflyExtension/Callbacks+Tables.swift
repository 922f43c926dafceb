internal import CMayfly

extension Callbacks {
    static func makeController() -> mayfly_controller {
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

    static func makeViewDelegate() -> mayfly_view_delegate {
        var table = mayfly_view_delegate()
        table.size = statedSize(mayfly_view_delegate.self)
        table.did_perform_action = { context, state, action in
            deliver(context, state) { instance in
                if let action = Action(action) { instance.didPerform(action) }
            }
        }
        return table
    }

    static func makeStickerSource() -> mayfly_sticker_source {
        var table = mayfly_sticker_source()
        table.size = statedSize(mayfly_sticker_source.self)
        table.sticker_count = { context, state in
            var count = 0
            deliver(context, state) { count = $0.stickerCount }
            return UInt32(clamping: count)
        }
        table.sticker_at = { context, state, index in
            deliver(context, state) { instance in
                let isThere = index < UInt32(clamping: instance.stickerCount)
                instance.host.supply(isThere ? instance.sticker(at: Int(index)) : nil, at: index)
            }
        }
        return table
    }

    static func makeGestures() -> mayfly_gesture_delegate {
        var table = mayfly_gesture_delegate()
        table.size = statedSize(mayfly_gesture_delegate.self)
        table.did_swipe = { context, state, direction in
            // A direction that a newer host knows and this library does not is no swipe that it can tell of.
            guard let direction = SwipeDirection(rawValue: direction) else { return }
            deliver(context, state) { $0.didSwipe(direction) }
        }
        return table
    }
}
