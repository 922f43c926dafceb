extension CardElement {
    /// How large a text is, in the host's own measures.
    public enum TextSize: String, Sendable {
        case normal = "default"
        case small, medium, large, extraLarge
    }

    /// What a text's colour says; the host picks the colour.
    public enum TextColor: String, Sendable {
        case normal = "default"
        case accent, good, warning, attention
    }

    /// How large a picture is, in the host's own measures.
    public enum ImageSize: String, Sendable {
        case automatic = "auto"
        case stretch, small, medium, large
    }
}
