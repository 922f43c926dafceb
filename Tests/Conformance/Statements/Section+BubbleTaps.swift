extension Section {
    static let bubbleTaps = Section(
        title: "Bubble taps",
        statements: [
            .core(50, "Inactive: a tap starts a process and runs the launch sequence"),
            .core(51, "Inactive: it ends expanded"),
            .core(52, "Inactive: the style is expanded from the start, so no transition callback comes"),
            .core(53, "Inactive: the tapped message is the selected message"),
            .core(54, "It is selected before willBecomeActive"),
            .core(55, "Active and compact: willTransition(expanded) comes first"),
            .core(56, "Active: then didSelect with the message and the conversation"),
            .core(57, "Active: then didTransition(expanded)"),
            .core(58, "Active: neither willBecomeActive nor didBecomeActive is called"),
            .core(59, "Active: it ends expanded"),
            .core(60, "willSelect comes before didSelect and sees the selection before; didSelect sees the new one"),
            .core(61, "The selected message works the same in both cases"),
            .core(62, "Only bubbles of the extension itself bring these callbacks"),
            .core(63, "One bubble tapped twice gives two pairs of willSelect and didSelect"),
            .core(64, "A tap while expanded gives the selection pair only"),
            .core(65, "A tap on another extension's bubble: the first resigns in full, the other launches expanded"),
            .core(66, "The recipient may reply: the staged answer uses the session of the selected message"),
            .core(67, "Incoming messages do not replace the selected message"),
            .core(68, "The selected message is a copy: changing it changes no bubble"),
            .core(69, "A stored selected message can be read back later, edited and inserted"),
        ]
    )
}
