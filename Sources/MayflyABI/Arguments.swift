/// The marshalled arguments of one call, found by the parameter's name.
package struct Arguments: Sendable, Hashable {
    /// The row of the function that was called.
    package let function: Function
    /// One for each marshalled parameter, in their order.
    package let values: [Value]

    /// Takes one value for each marshalled parameter, in their order.
    package init(function: Function, values: [Value]) {
        self.function = function
        self.values = values
    }

    /// The argument of that name; null for one that the function does not have.
    package subscript(name: String) -> Value {
        let index = function.marshalled.firstIndex { function.parameters[$0].name == name }
        return index.flatMap { values.indices.contains($0) ? values[$0] : nil } ?? .null
    }
}
