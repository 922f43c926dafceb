/// What was different in a replay, for a person.
package struct ReplayDifferences: Sendable, Equatable {
    /// `-` for what the record has, `+` for what the replay has, below the callback in which it was.
    package private(set) var lines: [String] = []
    /// How many differences there are, also of those that are not shown.
    package private(set) var count = 0
    private var place: String?

    private static let most = 100

    /// Adds a difference.
    mutating func add(_ new: [String], in callback: String?) {
        count += 1
        guard count <= Self.most else { return }
        let callback = callback ?? "the launch"
        if place != callback { lines.append("in \(callback):") }
        place = callback
        lines += new
        if count == Self.most { lines.append("… further differences are only counted") }
    }
}
