extension Section {
    static let rest = Section(
        title: "Media context, manifest and the rest",
        statements: [
            .later(270, "Media context: messages, text, sends and other files give 11; stickers and images work"),
            .later(271, "Media context: the five message callbacks never come"),
            .later(272, "The manifest lists contexts, messages by default; with both a pack shows in media only"),
            .later(273, "Camera or microphone without a declaration is denied"),
            .core(274, "Callbacks that a plugin leaves out or does not know are empty defaults"),
            .core(275, "Private storage outlives killed processes and goes with the uninstall"),
            .core(276, "The error codes have their exact numbers"),
            .core(277, "The enumerations have their exact numbers"),
            .core(278, "Every sequence of life is asserted by a golden trace"),
            .core(279, "A plugin that crashes in any callback cannot crash, block or corrupt the host"),
        ]
    )
}
