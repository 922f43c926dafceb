package import MayflyModel

/// A script: its steps with the numbers of their lines.
package struct Script: Sendable, Equatable {
    package struct Line: Sendable, Equatable {
        /// Counted from 1.
        package let number: Int
        package let text: String
        package let step: ScriptStep
    }

    package let lines: [Line]

    /// Reads the whole text; lines may end as on Unix or as on Windows.
    ///
    /// Throws `.invalidScript` with the number and the text of the first line that is not understood.
    package init(_ text: String) throws(MayflyError) {
        var lines: [Line] = []
        let texts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in texts.enumerated() {
            do {
                guard let step = try ScriptStep.reading(String(line)) else { continue }
                lines.append(Line(number: index + 1, text: line.trimmed, step: step))
            } catch {
                throw Self.failure(error, line: index + 1)
            }
        }
        self.lines = lines
    }

    /// Adds the number of the script line to an error.
    package static func failure(_ error: MayflyError, line: Int) -> MayflyError {
        MayflyError(error.code, "script line \(line): \(error.message)", cause: error)
    }
}
