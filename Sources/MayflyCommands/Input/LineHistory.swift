/// The lines that a person has entered, oldest first, and which of them stands in the line now.
package struct LineHistory: Sendable {
    private var lines: [String] = []
    /// The place of the line that stands there; nil for one that the person types anew.
    private var place: Int?
    /// What was typed anew before an earlier line took its place.
    private var typed = ""

    /// So many are kept, the newest.
    private static let most = 500
    /// In bytes: what is longer was pasted, and is not kept.
    private static let longest = 16_384

    package init() {}

    /// A line is entered. The next one is typed anew.
    package mutating func add(_ line: String) {
        (place, typed) = (nil, "")
        guard line.contains(where: { !$0.isWhitespace }), line.utf8.count <= Self.longest, line != lines.last else {
            return
        }
        lines.append(line)
        if lines.count > Self.most { lines.removeFirst() }
    }

    /// The line before the present one; nil where there is none.
    ///
    /// - Parameter text: what stands in the line now.
    package mutating func earlier(than text: String) -> String? {
        let next = (place ?? lines.count) - 1
        guard lines.indices.contains(next) else { return nil }
        if place == nil { typed = text }
        place = next
        return lines[next]
    }

    /// The line after the present one, at last that which was typed anew; nil where there is none.
    package mutating func later() -> String? {
        guard let now = place else { return nil }
        place = now + 1 < lines.count ? now + 1 : nil
        return place.map { lines[$0] } ?? typed
    }
}
