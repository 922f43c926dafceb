extension SafeText {
    /// Marks that begin or end a quotation, or look like one that does.
    private static let quotationMarks: Set<Unicode.Scalar> = [
        "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2033}", "\u{2036}", "\u{275D}", "\u{275E}",
        "\u{301D}", "\u{301E}",
        "\u{301F}", "\u{FF02}",
    ]

    /// Words of others between quotation marks of the host: they are as in `line`, and each mark in them becomes an apostrophe, so that
    /// they cannot end the quotation. The default is no limit, for text that has one already.
    ///
    /// Scalars are compared: a mark with an accent or a joiner behind it is another character, and looks the same.
    public static func quotation(_ text: String, limit: Int = .max) -> String {
        var result = String.UnicodeScalarView()
        result.append("\u{201C}")
        for scalar in line(text, limit: limit).unicodeScalars {
            result.append(quotationMarks.contains(scalar) ? "'" : scalar)
        }
        result.append("\u{201D}")
        return String(result)
    }
}
