extension SafeText {
    /// Marks that begin or end a quotation, or look like one that does.
    private static let quotationMarks: Set<Unicode.Scalar> = [
        "\"", "\u{2BA}", "\u{2DD}", "\u{2EE}", "\u{5F4}", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2033}",
        "\u{2034}",
        "\u{2036}", "\u{2037}", "\u{2057}", "\u{275D}", "\u{275E}", "\u{3003}", "\u{301D}", "\u{301E}", "\u{301F}",
        "\u{FF02}",
        "\u{1F676}", "\u{1F677}", "\u{1F678}",
    ]

    /// Marks of which two look like one of those.
    private static let apostrophes: Set<Unicode.Scalar> = [
        "'", "\u{2018}", "\u{2019}", "\u{201B}", "\u{2032}", "\u{2035}", "\u{2B9}", "\u{2BC}", "\u{FF07}",
    ]

    /// Words of others between quotation marks of the host: they are as in `line`, and each mark in them becomes an apostrophe, as do
    /// several apostrophes in a row, so that they cannot end the quotation. The default is no limit, for text that has one already.
    ///
    /// Scalars are compared: a mark with an accent or a joiner behind it is another character, and looks the same.
    public static func quotation(_ text: String, limit: Int = .max) -> String {
        var result = String.UnicodeScalarView()
        result.append("\u{201C}")
        for scalar in line(text, limit: limit).unicodeScalars {
            let shown = quotationMarks.contains(scalar) ? "'" : scalar
            guard let last = result.last, apostrophes.contains(last), apostrophes.contains(shown)
            else {
                result.append(shown)
                continue
            }
            result.removeLast()
            result.append("'")
        }
        result.append("\u{201D}")
        return String(result)
    }
}
