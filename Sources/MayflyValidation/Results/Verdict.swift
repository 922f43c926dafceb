/// What a check says of a bundle.
package enum Verdict: Sendable, Hashable {
    /// All is well.
    case passed
    /// A rule is broken: what was found, one line each.
    case failed([String])
    /// The extension's process, or the check itself, ended before the check was over.
    case crashed(String)
    /// Nothing was found out, for this reason.
    case skipped(String)
    /// No rule is broken, but people would be better off otherwise: what was found, one line each.
    case warning([String])

    /// The word that reports show.
    package var name: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .crashed: "crashed"
        case .skipped: "skipped"
        case .warning: "warning"
        }
    }

    /// What was found, one line each; not yet safe to show.
    package var lines: [String] {
        switch self {
        case .passed: []
        case .failed(let lines), .warning(let lines): lines
        case .crashed(let line), .skipped(let line): [line]
        }
    }

    /// Whether the bundle is at fault, or whether it is cannot be said.
    package var isFailure: Bool {
        switch self {
        case .failed, .crashed: true
        case .passed, .skipped, .warning: false
        }
    }

    /// Failed with these lines; passed without any.
    static func problems(_ lines: [String]) -> Verdict { lines.isEmpty ? .passed : .failed(some(of: lines)) }

    /// A warning with these lines; passed without any.
    static func advice(_ lines: [String]) -> Verdict { lines.isEmpty ? .passed : .warning(some(of: lines)) }

    private static let mostLines = 8

    /// The first lines, and how many there are besides.
    private static func some(of lines: [String]) -> [String] {
        guard lines.count > mostLines else { return lines }
        return lines.prefix(mostLines) + ["and \(lines.count - mostLines) more"]
    }
}
