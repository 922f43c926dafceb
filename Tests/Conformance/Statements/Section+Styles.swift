extension Section {
    static let styles = Section(
        title: "Presentation styles",
        statements: [
            .core(70, "Compact is the default style"),
            .untestable(
                71,
                "The compact area is the lower quarter of the message view",
                because: "no face has a message view of a fixed height yet: a terminal scrolls"
            ),
            .core(72, "Compact: no keyboard input reaches the extension"),
            .core(73, "Compact: no horizontal scrolling and no swipe reaches it"),
            .core(74, "Compact: the input field is visible, and an insert shows at once"),
            .core(75, "Expanded fills the message view"),
            .core(76, "Expanded: the input field is not shown"),
            .core(77, "Expanded: keyboard, horizontal scrolling and swipes reach the extension"),
            .core(78, "An insert while expanded succeeds and is staged"),
            .core(79, "The person can change the style at any time"),
            .core(80, "The extension can change the style by request"),
            .core(81, "didTransition is called after the change; code that looks at the style works in it"),
            .core(82, "willTransition is called before the change shows, with the new style as its argument"),
            .core(83, "First will, then did, whoever caused the change"),
            .core(84, "The style is the old one in willTransition and the new one in didTransition"),
            .core(85, "A request for the current style brings no callbacks"),
            .core(86, "A request for the transcript style is refused"),
            .core(87, "The person's choice beats a pending request"),
            .core(88, "Transitions never nest: the second waits"),
            .core(89, "A request before viewDidAppear is deferred, not lost"),
            .core(90, "There is an active conversation inside willTransition"),
            .core(91, "A horizontal swipe in compact changes the extension"),
            .core(92, "The host measures each transition callback and reports a slow one"),
        ]
    )
}
