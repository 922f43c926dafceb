/// What the author of an extension should know of one launch: refused calls, warnings of the host, and the lines of the
/// extension's log. Only the first and the last lines are kept.
public struct LaunchNotes: Sendable, Hashable, Codable {
    /// The number of all notes, those that are not kept included.
    public private(set) var count = 0
    private var first: [String] = []
    private var last: [String] = []

    /// The first notes name the cause, and the last ones come before the end.
    private static let keptAtEachEnd = 16
    private static let longestLine = 300

    package init() {}

    /// `line` is one line that is safe to show; a long one is cut.
    package mutating func add(_ line: String) {
        count += 1
        let line = SafeText.line(line, limit: Self.longestLine)
        guard first.count == Self.keptAtEachEnd else { return first.append(line) }
        if last.count == Self.keptAtEachEnd { last.removeFirst() }
        last.append(line)
    }

    /// The kept lines in their order, with a line in the place of those that are not kept.
    public var lines: [String] {
        let dropped = count - first.count - last.count
        guard dropped > 0 else { return first + last }
        return first + ["(\(dropped) more \(dropped == 1 ? "note is" : "notes are") left out)"] + last
    }
}
