internal import MayflyModel

extension Session {
    /// Runs the steps of a script up to its end, to `leave` or to the first step that fails.
    ///
    /// The error names the line.
    mutating func play(_ script: Script) async throws {
        for line in script.lines {
            try Task.checkCancellation()
            if line.step == .leave { return }
            echo(line.text)
            do {
                try await perform(line.step)
            } catch let error as MayflyError {
                await draw()
                throw Script.failure(error, line: line.number)
            }
            await draw()
        }
    }
}
