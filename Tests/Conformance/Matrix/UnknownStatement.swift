/// A test claims to prove a statement that the specification does not have.
struct UnknownStatement: Error, CustomStringConvertible {
    let id: String

    var description: String { "statement '\(id)': not in the specification (Documentation/specification)" }
}
