extension Section {
    static let sessions = Section(
        title: "Sessions and transcript",
        statements: [
            .core(150, "One interactive message corresponds to one bubble"),
            .core(151, "Where the tapped message has no session the extension may make one; where it has, reuse it"),
            .core(152, "A later message of a session collapses the earlier bubble"),
            .core(153, "The summary text appears where the collapsed step was"),
            .core(154, "The summary shown is that of the old message, at its old position"),
            .core(155, "The new bubble is at the bottom"),
            .core(156, "Without a summary the earlier step disappears completely"),
            .core(157, "A message without a summary still takes part in its session"),
            .core(158, "Three messages leave two summary lines and one bubble, in order"),
            .core(159, "Staging collapses nothing; Send or receipt does"),
            .core(160, "Collapsing works across senders"),
            .core(161, "A collapsed message cannot be had by the extension: it cannot be tapped"),
            .core(162, "A message without a session never collapses anything"),
            .core(163, "Sessions compare equal by value, across processes and devices"),
            .core(164, "A session and a message survive being written and read back"),
            .core(165, "The same session id in another conversation or extension is independent"),
            .core(166, "A policy gives collapsed messages a default summary; it is off by default"),
            .core(167, "A group is three people or more, and extensions work in it"),
            .core(168, "Race: of two answers at once in one session one is collapsed, which one may differ by device"),
            .core(169, "The token scheme works end to end: token in the URL, state pushed on send, fetched on tap"),
            .later(170, "The summary feeds the list of conversations and notifications"),
        ]
    )
}
