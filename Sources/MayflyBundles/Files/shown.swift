internal import MayflyModel

/// Untrusted text for one line of a message: safe to print, at most `limit` characters.
package func shown(_ text: some StringProtocol, limit: Int = 80) -> String {
    SafeText.line(String(text), limit: limit)
}
