/// A first comment that does not keep to the grammar.
package struct FaultGrammarError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
