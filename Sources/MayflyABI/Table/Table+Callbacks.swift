extension Table {
    /// The callbacks of the principal controller (model 2.4).
    package static let controller = Interface(
        "mayfly.controller/1",
        c: "mayfly_controller",
        .extension,
        [
            callback(100, "viewDidLoad", c: "view_did_load", when: .any),
            callback(101, "willBecomeActive", c: "will_become_active"),
            callback(102, "didBecomeActive", c: "did_become_active"),
            callback(103, "willResignActive", c: "will_resign_active"),
            callback(104, "didResignActive", c: "did_resign_active", when: .any),
            callback(105, "viewWillAppear", c: "view_will_appear"),
            callback(106, "viewDidAppear", c: "view_did_appear"),
            callback(107, "viewWillDisappear", c: "view_will_disappear"),
            callback(108, "viewDidDisappear", c: "view_did_disappear"),
            callback(109, "willSelect", c: "will_select", taking: aMessage),
            callback(110, "didSelect", c: "did_select", taking: aMessage),
            callback(111, "didReceive", c: "did_receive", taking: aMessage),
            callback(112, "didStartSending", c: "did_start_sending", taking: aMessage),
            callback(113, "didCancelSending", c: "did_cancel_sending", taking: aMessage),
            callback(114, "willTransition", c: "will_transition", taking: aStyle),
            callback(115, "didTransition", c: "did_transition", taking: aStyle),
            callback(116, "didReceiveMemoryWarning", c: "did_receive_memory_warning", when: .any),
        ]
    )

    /// What an extension with a view of its own is told.
    package static let viewDelegate = Interface(
        "mayfly.view-delegate/1",
        c: "mayfly_view_delegate",
        .extension,
        [
            callback(
                150,
                "didPerformAction",
                c: "did_perform_action",
                taking: .init("action", .pointer(action, nullable: false))
            )
        ]
    )

    /// The data source of the sticker browser (model 2.9).
    package static let stickerSource = Interface(
        "mayfly.sticker-source/1",
        c: "mayfly_sticker_source",
        .extension,
        [
            callback(160, "stickerCount", c: "sticker_count", when: .any, result: .uint32),
            callback(161, "stickerAt", c: "sticker_at", when: .any, taking: .init("index", .uint32)),
        ]
    )

    /// What an extension that takes gestures is told.
    package static let gestureDelegate = Interface(
        "mayfly.gestures/1",
        c: "mayfly_gesture_delegate",
        .extension,
        [
            callback(
                170,
                "didSwipe",
                c: "did_swipe",
                taking: .init("direction", .enumeration("mayfly_swipe_direction"))
            )
        ]
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
