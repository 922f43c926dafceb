extension Section {
    static let launch = Section(
        title: "Launch and activation",
        statements: [
            .core(20, "A launch starts a process for the extension"),
            .core(21, "didBecomeActive is given the conversation in which the extension runs"),
            .core(22, "viewWillAppear and then viewDidAppear follow didBecomeActive"),
            .core(23, "Launch: spawn, viewDidLoad, willBecomeActive, didBecomeActive, viewWillAppear, viewDidAppear"),
            .core(24, "The presentation style is readable and right inside willBecomeActive"),
            .core(25, "From the drawer the style is compact and no message is selected"),
            .core(26, "A launch has no transition and no selection callbacks"),
            .core(27, "There is an active conversation from willBecomeActive on, the same as the argument"),
            .core(28, "An extension becomes active both from the drawer and from a bubble"),
            .core(29, "There is no active conversation before willBecomeActive and after didResignActive"),
        ]
    )
}
