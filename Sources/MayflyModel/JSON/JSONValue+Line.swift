extension JSONValue {
    /// One line of JSON, members in order, safe to print: harmful characters are escaped (`SafeText`).
    public var line: String { line(sortsNames: false) }

    /// As `line`, with the members of every object sorted by name, so that equal content is equal text.
    public var sortedLine: String { line(sortsNames: true) }

    private func line(sortsNames: Bool) -> String {
        var writer = JSONWriter(sortsNames: sortsNames)
        writer.write(self)
        return writer.text
    }
}
