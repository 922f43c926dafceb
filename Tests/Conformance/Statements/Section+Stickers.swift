extension Section {
    static let stickers = Section(
        title: "Stickers",
        statements: [
            .core(230, "Stickers are PNG, APNG, GIF or JPEG; others give 7"),
            .core(231, "More than 500 KB give 6"),
            .core(232, "Only APNG and GIF animate"),
            .core(233, "A description has at most 150 characters and is spoken"),
            .core(234, "Cells are 300, 408 and 618 pixels wide; regular is the default"),
            .untestable(
                235,
                "A larger image is scaled down to the cell, a smaller one is centred and not enlarged",
                because: "no face draws the cells of a browser yet: the terminal names each sticker and its size"
            ),
            .core(236, "A tap stages; press, hold and drag attaches to a bubble"),
            .untestable(
                237,
                "Animating starts at the first frame",
                because:
                    "no face plays a sticker itself: the terminal names it, and a picture of the transcript embeds its file"
            ),
            .core(238, "The browser asks for the count and for items by index; a reload asks again"),
            .core(239, "No sticker from a data source is an empty cell, not a crash"),
            .core(240, "Packs, stickers and sequences are read from their JSON, and order is kept"),
            .core(241, "Durations are fixed or in frames a second; 0 repetitions are endless, n are n more"),
            .core(242, "The misspelt keys of well-known samples are accepted"),
            .core(243, "Without an accessibility label the sticker's name is spoken"),
            .core(244, "Odd dimensions give a warning, not an error"),
            .core(245, "Stickers pass through sending byte for byte"),
            .core(246, "A sticker made at run time from a temporary file works"),
        ]
    )
}
