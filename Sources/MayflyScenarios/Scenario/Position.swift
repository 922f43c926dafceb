internal import MayflyModel

/// A place in a file; line and column count from 1.
package struct Position: Sendable, Equatable {
    package let file: String
    package let line: Int
    package let column: Int

    /// As compilers write it.
    package var text: String { "\(SafeText.line(file, limit: 400)):\(line):\(column)" }
}

/// Why a scenario cannot be read or played.
package struct ScenarioError: Error, Equatable {
    /// Nil where the file as a whole is meant.
    package let position: Position?
    package let file: String
    /// Safe to show.
    package let message: String

    package init(_ position: Position, _ message: String) {
        (self.position, file, self.message) = (position, position.file, message)
    }

    package init(file: String, _ message: String) { (position, self.file, self.message) = (nil, file, message) }

    /// One line.
    package var text: String { "\(position?.text ?? SafeText.line(file, limit: 400)): \(message)" }
}
