extension Section {
    static let sending = Section(
        title: "Sending, cancelling, receiving",
        statements: [
            .core(130, "didStartSending is called when the person presses Send"),
            .core(131, "It does not mean delivered: transport may fail after it"),
            .core(132, "didCancelSending is called when the person removes the staged bubble"),
            .core(133, "didReceive is called when a participant's message arrives while active"),
            .core(134, "didReceive is called for the extension's own messages only"),
            .core(135, "Inactive: no didReceive, no launch, and nothing is made up for at the next launch"),
            .core(136, "didStartSending and didCancelSending are called for interactive messages only"),
            .core(137, "A draft replaced or lost by code does not bring didCancelSending"),
            .core(138, "A failed send sets the message's error; success and the unsent have none"),
            .later(139, "A message is pending when new and staged, and not in didStartSending or when received"),
            .core(140, "In didStartSending the sender is the local id; local and remote ids are readable"),
            .core(141, "After dismiss Send transmits as ever and logs the callback that was not made"),
            .core(142, "The transcript is updated before didReceive"),
            .later(143, "Direct send: without a touch 9, not visible 10; a touch allows exactly one success"),
            .later(144, "Direct send is off by default (1000); where it is on, the draft stays as it is"),
            .later(145, "Direct send brings didStartSending"),
            .core(146, "A message does not expire unless it says so; then it goes after it was read, unless kept"),
            .core(147, "didReceive is not called for the person's own message from another device"),
        ]
    )
}
