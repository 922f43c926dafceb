internal import MayflyModel

/// A text that others wrote, made fit to stand in one line of a message: nothing in it acts, and 80 characters at most.
package func shown(_ text: some StringProtocol, limit: Int = 80) -> String {
    SafeText.line(String(text), limit: limit)
}
