extension Table {
    // MARK: The callbacks of the principal controller (model 2.4)

    /// The instance exists; nothing is shown yet. The first callback of all.
    package static let viewDidLoad = callback(100, "viewDidLoad", c: "view_did_load", when: .any)
    /// The instance becomes active with the start of this callback (model 4.7).
    package static let willBecomeActive = callback(101, "willBecomeActive", c: "will_become_active")
    /// The instance is active in the conversation.
    package static let didBecomeActive = callback(102, "didBecomeActive", c: "did_become_active")
    /// The instance stops being active with the return of this callback (model 4.7).
    package static let willResignActive = callback(103, "willResignActive", c: "will_resign_active")
    /// The last callback of all.
    package static let didResignActive = callback(104, "didResignActive", c: "did_resign_active", when: .any)
    /// The view is about to be shown.
    package static let viewWillAppear = callback(105, "viewWillAppear", c: "view_will_appear")
    /// The view is on screen.
    package static let viewDidAppear = callback(106, "viewDidAppear", c: "view_did_appear")
    /// The view is about to leave the screen.
    package static let viewWillDisappear = callback(107, "viewWillDisappear", c: "view_will_disappear")
    /// The view has left the screen.
    package static let viewDidDisappear = callback(108, "viewDidDisappear", c: "view_did_disappear")
    /// The person tapped a bubble; the previous message is still selected.
    package static let willSelect = callback(109, "willSelect", c: "will_select", taking: aMessage)
    /// The tapped message is selected.
    package static let didSelect = callback(110, "didSelect", c: "did_select", taking: aMessage)
    /// A message of the extension arrived.
    package static let didReceive = callback(111, "didReceive", c: "did_receive", taking: aMessage)
    /// The person sent a message of the extension.
    package static let didStartSending = callback(112, "didStartSending", c: "did_start_sending", taking: aMessage)
    /// The person removed the staged message.
    package static let didCancelSending = callback(113, "didCancelSending", c: "did_cancel_sending", taking: aMessage)
    /// The presentation style is about to change.
    package static let willTransition = callback(114, "willTransition", c: "will_transition", taking: aStyle)
    /// The presentation style has changed.
    package static let didTransition = callback(115, "didTransition", c: "did_transition", taking: aStyle)
    /// The extension uses most of the memory that it may have.
    package static let didReceiveMemoryWarning = callback(
        116,
        "didReceiveMemoryWarning",
        c: "did_receive_memory_warning",
        when: .any
    )

    /// The callbacks of the principal controller (model 2.4).
    package static let controller = Interface(
        "mayfly.controller/1",
        c: "mayfly_controller",
        .extension,
        [
            viewDidLoad, willBecomeActive, didBecomeActive, willResignActive, didResignActive, viewWillAppear,
            viewDidAppear, viewWillDisappear, viewDidDisappear, willSelect, didSelect, didReceive, didStartSending,
            didCancelSending, willTransition, didTransition, didReceiveMemoryWarning,
        ]
    )

    /// The person used an action of the view.
    package static let didPerformAction = callback(
        150,
        "didPerformAction",
        c: "did_perform_action",
        taking: .init("action", .pointer(action, nullable: false))
    )

    /// What an extension with a view of its own is told.
    package static let viewDelegate = Interface(
        "mayfly.view-delegate/1",
        c: "mayfly_view_delegate",
        .extension,
        [didPerformAction]
    )

    /// Asks how many stickers there are.
    package static let stickerCount = callback(160, "stickerCount", c: "sticker_count", when: .any, result: .uint32)
    /// Asks for one sticker, which `supplySticker` answers.
    package static let stickerAt = callback(
        161,
        "stickerAt",
        c: "sticker_at",
        when: .any,
        taking: .init("index", .uint32)
    )

    /// The data source of the sticker browser (model 2.9).
    package static let stickerSource = Interface(
        "mayfly.sticker-source/1",
        c: "mayfly_sticker_source",
        .extension,
        [stickerCount, stickerAt]
    )

    /// The person swiped over the view.
    package static let didSwipe = callback(
        170,
        "didSwipe",
        c: "did_swipe",
        taking: .init("direction", .enumeration("mayfly_swipe_direction"))
    )

    /// What an extension that takes gestures is told.
    package static let gestureDelegate = Interface(
        "mayfly.gestures/1",
        c: "mayfly_gesture_delegate",
        .extension,
        [didSwipe]
    )

    /// The person has changed a setting of the extension.
    package static let didChangeSettings = callback(522, "didChangeSettings", c: "did_change_settings")

    /// What an extension with settings is told.
    package static let settingsDelegate = Interface(
        "mayfly.settings-delegate/1",
        c: "mayfly_settings_delegate",
        .extension,
        [didChangeSettings]
    )

    private static let aMessage = Function.Parameter("message", .pointer(message, nullable: false))
    private static let aStyle = Function.Parameter("style", .enumeration("mayfly_presentation_style"))

    private static func callback(
        _ id: UInt16,
        _ name: String,
        c cName: String,
        when state: Function.StateRule = .active,
        taking more: Function.Parameter...,
        result: ABIType = .void
    ) -> Function {
        Function(
            id,
            name,
            c: cName,
            state,
            .main,
            [.init("context", .address), .init("state", .pointer(Table.state, nullable: false))] + more,
            result: result
        )
    }
}
