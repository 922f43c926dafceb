/// When and on which thread a function may be called, as its comment says: `[active, any]`.
package struct Tag: Codable, Hashable, Sendable, CustomStringConvertible {
    package var state: String
    package var thread: String

    package init(state: String, thread: String) {
        (self.state, self.thread) = (state, thread)
    }

    /// The last tag of a text; nil without one.
    package init?(lastIn text: some StringProtocol) {
        let tag = /\[(\w+),\s+(\w[\w ]*)\]/
        guard let match = String(text).matches(of: tag).last else { return nil }
        self.init(state: String(match.1), thread: String(match.2))
    }

    package var description: String { "[\(state), \(thread)]" }

    /// Whether whatever is right by the other tag is right by this one too.
    func allows(_ other: Tag) -> Bool {
        (state == other.state || state == "any" && other.state == "active")
            && (thread == other.thread || thread == "any")
    }
}
