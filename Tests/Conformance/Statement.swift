/// One testable statement of what the host must do.
package struct Statement: Sendable {
    /// Whether the statement must be proved now.
    package enum Standing: Equatable, Sendable {
        /// It must hold, and a test must say so.
        case core
        /// It belongs to a later generation and is optional.
        case later
        /// It must hold, but with parts that are not made yet.
        case elsewhere
        /// It must hold and cannot be tested as it is written, for this reason.
        case untestable(String)
    }

    package let number: Int
    package let text: String
    package let standing: Standing

    /// As tests and comments write it: `C-023`.
    package var id: String { "C-" + String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)" }

    static func core(_ number: Int, _ text: String) -> Statement {
        Statement(number: number, text: text, standing: .core)
    }

    static func later(_ number: Int, _ text: String) -> Statement {
        Statement(number: number, text: text, standing: .later)
    }

    static func elsewhere(_ number: Int, _ text: String) -> Statement {
        Statement(number: number, text: text, standing: .elsewhere)
    }

    static func untestable(_ number: Int, _ text: String, because reason: String) -> Statement {
        Statement(number: number, text: text, standing: .untestable(reason))
    }
}
