/// A first comment that violates the grammar.
package struct FaultGrammarError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
