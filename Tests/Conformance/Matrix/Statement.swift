/// One testable statement of what the host must do, as a row of a table of the specification has it.
package struct Statement: Sendable {
    /// Whether a test proves the statement, as the specification says.
    package enum Status: Equatable, Sendable {
        /// A test claims it, and every test that claims it passes.
        case proved
        /// It must hold, and the product lacks this.
        case notMade(String)
        /// It must hold, and no program can decide whether it does, for this reason.
        case noTest(String)
        /// It belongs to a later generation, and no test claims it.
        case optional
    }

    package let number: Int
    /// Where it comes from: `S`, `A`, `M` or `D`, as the specification explains them.
    package let tag: String
    /// Whether it belongs to a later generation, so that a host may leave it out.
    package let isLater: Bool
    package let text: String
    package let source: String
    package let status: Status
    /// The file and the line of its row: `life-cycle.md:210`.
    package let place: String

    package init(
        number: Int,
        tag: String,
        isLater: Bool,
        text: String,
        source: String,
        status: Status,
        place: String
    ) {
        self.number = number
        self.tag = tag
        self.isLater = isLater
        self.text = text
        self.source = source
        self.status = status
        self.place = place
    }

    /// As tests and comments write it: `C-023`.
    package var id: String { Self.id(number) }

    static func id(_ number: Int) -> String {
        "C-" + String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
    }
}
