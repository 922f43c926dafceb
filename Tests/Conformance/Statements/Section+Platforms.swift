extension Section {
    static let platforms = Section(
        title: "Other platforms",
        statements: [
            .core(250, "Interactive messages are delivered in full to the full, the desktop and the watch profile"),
            .core(251, "Only the full profile can create them"),
            .core(252, "On the desktop a click opens the message's URL in a browser"),
            .core(253, "It does so for http and https only"),
            .elsewhere(254, "The watch hands off to its phone, where a reply can be composed"),
            .core(255, "Older profiles get two separate messages"),
            .core(256, "First the image of the template"),
            .core(257, "Second the URL"),
            .core(258, "The URL only if it is http or https"),
            .core(259, "A fallback without content gives one text that describes"),
            .core(260, "The full platform without the extension draws the template; a tap opens an http(s) URL"),
            .core(261, "In a mixed group each device gets its own form of the same message"),
            .core(262, "A message made on the full platform shows there and on the desktop"),
        ]
    )
}
