internal import MayflyHost
internal import MayflyModel

/// What a session prints for the last line of the person, and what has come since. A screen shows it in each drawing up to the next
/// line, so that nobody but the person can take it away.
struct SessionAnswer: Sendable {
    /// What is shown whole.
    var whole: ScriptStep?
    /// Whether Send was refused, so that the field is printed even where it is covered.
    var owesField = false
    var notes: SessionNotes
    /// URLs to open.
    var addresses: [String] = []
    /// What the person asked for: lines of the host.
    var lines: [String] = []
    private(set) var complaints: [String] = []

    init(for display: Display) { notes = SessionNotes(for: display) }

    /// The name of the function in which an extension crashed may come later, at the end of a sentence that is here.
    mutating func complain(_ complaint: String) {
        if let last = complaints.last, complaint.hasPrefix(last) { complaints.removeLast() }
        complaints.append(complaint)
    }
}
