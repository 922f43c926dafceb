internal import MayflyModel

extension Session {
    /// Obeys lines as they come, up to their end or to a word that ends the session.
    ///
    /// A line that fails says so and the session goes on.
    mutating func obey(_ lines: AsyncStream<String>) async throws {
        prompt()
        for await line in lines {
            switch line[...].trimmed {
            case "quit", "exit", "leave": return
            case "help", "?": say(Self.help)
            default:
                echo(line)
                try await obey(line)
            }
            prompt()
        }
        try Task.checkCancellation()
    }

    private mutating func obey(_ line: String) async throws {
        var complaint: String?
        do {
            if let step = try Self.step(line) { try await perform(step) }
        } catch let error as MayflyError {
            complaint = error.message
        }
        await draw()
        if let complaint { Output.complain(complaint) }
    }

    /// What scripts understand, and a bare number for the control that bears it.
    private static func step(_ line: String) throws(MayflyError) -> ScriptStep? {
        let text = line[...].trimmed
        if ScriptStep.number(text) != nil { return .tap(text) }
        return try ScriptStep.reading(line)
    }

    private static let help =
        ScriptWord.help + [
            "N                       tap control N",
            "(an empty line)         look again: others may have sent something",
            "help                    print this",
            "quit                    end the session, like leave",
        ]
}
