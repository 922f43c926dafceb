extension InteractiveMessage {
    /// The largest number of bytes of UTF-8 that all texts of one message have together, as an extension reads them. One frame of a
    /// callback can hold two messages: the selected one and another.
    package static let mostTextBytes = 256 * 1024

    /// Its texts by the names of their fields in the interface, with their sizes as an extension reads them.
    private var textSizes: [(field: String, bytes: Int)] {
        [
            ("url", url?.utf8.count),
            ("summary_text", summaryText?.byteCount),
            ("accessibility_label", accessibilityLabel?.byteCount),
            ("image_title", layout?.imageTitle?.byteCount),
            ("image_subtitle", layout?.imageSubtitle?.byteCount),
            ("caption", layout?.caption?.byteCount),
            ("subcaption", layout?.subcaption?.byteCount),
            ("trailing_caption", layout?.trailingCaption?.byteCount),
            ("trailing_subcaption", layout?.trailingSubcaption?.byteCount),
        ].map { ($0, $1 ?? 0) }
    }

    /// The bytes of all its texts together.
    package var textBytes: Int { textSizes.reduce(0) { $0 + $1.bytes } }

    /// Throws `.limitExceeded` for a message with more text than an extension can be handed.
    package func requireShortTexts() throws(MessageError) {
        let size = textBytes
        guard size > Self.mostTextBytes, let longest = textSizes.max(by: { $0.bytes < $1.bytes }) else { return }
        throw MessageError(
            .limitExceeded,
            "the message's texts have \(size) bytes, over the limit of \(Self.mostTextBytes); the longest is '\(longest.field)' "
                + "with \(longest.bytes)"
        )
    }
}
