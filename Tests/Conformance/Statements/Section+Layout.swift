extension Section {
    static let layout = Section(
        title: "Layout and media",
        statements: [
            .core(200, "The template layout determines how the bubble looks"),
            .core(201, "The image fills the body; so does a media file, for what an image cannot express"),
            .core(202, "The image wins when both are set"),
            .core(203, "A media file may be PNG, JPEG, GIF and video that can be played"),
            .core(204, "A media file URL must be a file URL"),
            .core(205, "300 x 300 points at 3x are recommended; other sizes are accepted"),
            .core(206, "The host scales down as needed"),
            .core(207, "Media is transcoded on send"),
            .core(208, "Image title and subtitle travel as text and are drawn at the image's lower left"),
            .core(209, "Caption, subcaption and the trailing ones are drawn below the image"),
            .core(210, "Without any of the four there is no caption area"),
            .core(211, "The host draws the sending extension's icon at the bubble's upper left"),
            .core(212, "Caption and trailing caption wrap to three lines and then end in an ellipsis"),
            .core(213, "A subcaption has one line and is hidden without a caption"),
            .core(214, "Image titles are ignored without media"),
            .core(215, "The accessibility label is what a screen reader speaks for the bubble"),
            .core(216, "Six points may be cut off left and right, and the corners of media are round"),
            .core(217, "Read back, the strings are those sent, and the picture is there, re-encoded"),
            .core(218, "A lossless picture comes back lossy, its longest side within the cap"),
            .core(219, "A media file that is missing at the insert gives error 1, and nothing is staged"),
            .later(220, "A live layout needs an alternate, which a receiver without the extension draws"),
            .later(221, "A live bubble has an instance of its own, in transcript style, with a fixed selected message"),
            .later(222, "The size answered is clamped to the one offered and asked again when the measures change"),
            .later(223, "A live instance gets none of the message and transition callbacks, and dismiss does nothing"),
            .later(224, "Several instances live in one process at once"),
            .later(225, "A style request from a live bubble leaves it in place and uses or makes the main instance"),
            .core(226, "Any one caption field alone is enough for a caption area"),
            .untestable(
                227,
                "Text inside art is discouraged: a warning only",
                because: "nothing can tell whether a picture holds text, so no picture is refused or warned of for it"
            ),
        ]
    )
}
