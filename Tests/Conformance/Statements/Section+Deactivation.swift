extension Section {
    static let deactivation = Section(
        title: "Deactivation and termination",
        statements: [
            .core(30, "The first callback of a deactivation is viewWillDisappear"),
            .core(31, "The second is viewDidDisappear"),
            .core(32, "The third is willResignActive with the conversation"),
            .core(33, "The connection is released right after willResignActive; calls made inside it still work"),
            .core(34, "didResignActive follows; calls to the conversation made in it fail"),
            .core(35, "The host ends the process later, without a further callback"),
            .core(36, "No process of an extension is left once its time to linger is over"),
            .core(37, "The host never waits for asynchronous work that was started during resignation"),
            .core(38, "A callback over its deadline ends the process, and the host stays responsive"),
            .core(39, "Leaving the conversation, quitting and choosing another extension each bring the full sequence"),
            .core(40, "dismiss() brings the full sequence"),
            .core(41, "After dismiss the keyboard shows if, and only if, the input field has content"),
            .core(42, "What was inserted right before dismiss stays staged"),
            .core(43, "Killed in any state: the host survives, the view goes, the draft stays, relaunch is clean"),
            .core(44, "Completions still open when a worker dies are never called and never leak"),
            .core(45, "A memory warning comes before a kill for memory, where possible"),
            .core(46, "Two activations of one extension share no state in memory"),
            .core(47, "At a switch the old extension's didResignActive comes before the new one's willBecomeActive"),
        ]
    )
}
