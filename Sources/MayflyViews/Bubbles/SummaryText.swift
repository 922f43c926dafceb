public import MayflyModel

/// The text of a summary line with its origin: an extension wrote it, and it may look like words of a person or of the host.
public enum SummaryText {
    /// One line, safe to show, such as `[Tally] alice: Tally: 1`.
    public static func text(of line: SummaryLine, name: (ParticipantID) -> String) -> String {
        let label = line.origin?.nameInBrackets() ?? "unknown app"
        return "[\(label)] \(SafeText.line(name(line.sender))): \(SafeText.line(line.text.display(name: name)))"
    }
}
