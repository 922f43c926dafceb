/// Why a text is not read as JSON.
public enum JSONError: Error, Hashable, CustomStringConvertible {
    /// The text is not looked at.
    case tooLarge(bytes: Int, limit: Int)
    /// The list or object that begins there lies in too many others.
    case tooDeep(limit: Int, line: Int, column: Int)
    /// The text breaks a rule of RFC 8259 there. Both count from 1, the column in bytes.
    case malformed(reason: String, line: Int, column: Int)

    /// In words that go on from "the view is" or "manifest.json:"; one line, safe to print.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "\(bytes) bytes of JSON; at most \(limit) are allowed"
        case .tooDeep(let limit, let line, let column):
            "nested deeper than \(limit) levels of JSON at line \(line), column \(column)"
        case .malformed(let reason, let line, let column): "not JSON: line \(line), column \(column): \(reason)"
        }
    }
}
