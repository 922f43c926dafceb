extension TerminalProcess {
    /// Enters an answer again while it is refused because the question was printed only a moment before.
    func enterUntilTaken(_ line: String, until words: String) throws {
        let early = "only a moment before"
        var found = early
        while found.hasSuffix(early) {
            try enter(line + "\n")
            found = try waitFor(words, early)
        }
    }
}
