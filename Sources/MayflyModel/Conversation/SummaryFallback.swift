/// What stays of a collapsed message that has no summary text (model 5.5, C-166).
public enum SummaryFallback: Sendable, Hashable, Codable {
    /// Nothing.
    case remove
    /// This text.
    case text(String)
}
