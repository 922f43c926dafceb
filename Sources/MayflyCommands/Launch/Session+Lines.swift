internal import MayflyModel

extension Session {
    /// Runs lines as they arrive, up to their end or to a line that ends the session.
    ///
    /// The error of a line that fails is printed, and the session continues.
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

    /// The steps of scripts, and a number alone, which taps that control.
    private static func step(_ line: String) throws(MayflyError) -> ScriptStep? {
        let text = line[...].trimmed
        if ScriptStep.number(text) != nil { return .tap(text) }
        return try ScriptStep.reading(line)
    }

    private static let help =
        ScriptWord.help + [
            "N                       tap control N",
            "(an empty line)         refresh: new messages may have arrived",
            "help                    print this",
            "quit                    end the session, like leave",
        ]
}
