extension Section {
    static let identity = Section(
        title: "Identity and privacy",
        statements: [
            .core(180, "The extension sees nothing but UUIDs for people"),
            .core(181, "The only identity that it can tell apart is the local person's"),
            .core(182, "The sender of a message is one of the participants that this extension knows"),
            .core(183, "Every device has its own list of participants"),
            .core(184, "The sender of a sent message is the local id"),
            .core(185, "The list of participants gives the number of people"),
            .core(186, "Two messages of one person carry the same id on a device"),
            .core(187, "$uuid in any text field of the layout is shown as the contact's name"),
            .core(188, "So it is in the summary text"),
            .core(189, "The ids of one person differ between devices"),
            .core(190, "A reinstall gives new ids"),
            .core(191, "So does disabling and enabling"),
            .core(192, "A reinstall changes the ids within an existing conversation"),
            .core(193, "An update in place keeps the ids"),
            .core(194, "Different extensions have different ids for the same person"),
            .core(195, "$uuid written by the sender shows the right name on every receiver"),
            .core(196, "An unknown $uuid is shown as it is; a token may be in either case"),
            .core(197, "Names, phone numbers and addresses never cross into the worker"),
            .core(198, "The sender is unset on a new message and set once it is inserted"),
            .core(199, "The text of a URL is never rewritten"),
        ]
    )
}
