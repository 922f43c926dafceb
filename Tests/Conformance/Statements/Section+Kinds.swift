extension Section {
    static let kinds = Section(
        title: "Kinds, content, discovery",
        statements: [
            .core(1, "An extension may contribute text, stickers, media files and interactive messages"),
            .core(2, "A sticker pack works without code, and the host refuses executables in one"),
            .core(3, "An app shows its own view and may pick stickers, enter text, attach media and stage messages"),
            .core(4, "Tapping an interactive message launches its extension in the foreground"),
            .core(5, "What the host always carried (photo, video, text, link) can be staged by an extension"),
            .elsewhere(6, "The store lists every app that contains an extension"),
            .core(7, "The drawer lists every installed extension, and one action launches it"),
            .core(8, "A recipient without the app sees the app's name under the content"),
            .elsewhere(9, "Tapping that name opens the store with that app selected"),
            .core(10, "A recipient with the app sees no such line; it covers all kinds of content, not stickers only"),
            .elsewhere(11, "Purchase, payment and camera can be reached, or are honestly unavailable"),
            .core(12, "Only the full platform runs extensions; the others display"),
            .elsewhere(13, "The watch lists stickers sent from the phone, those of extensions too, and can send them"),
            .elsewhere(14, "Without a containing app: in the drawer and the store only; with one: also elsewhere"),
            .core(15, "A manifest without an icon is rejected, with or without a containing app"),
            .later(16, "A new install is enabled and first among the recent; favourites keep the person's order"),
            .core(17, "An extension launched from the drawer appears at the bottom, compact"),
            .core(18, "Every staged item carries its extension's id and name, so that it can be attributed later"),
            .core(19, "Media may be converted on the way; a conversion never drops the item silently"),
        ]
    )
}
