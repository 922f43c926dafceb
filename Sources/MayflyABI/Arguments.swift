/// The marshalled arguments of one call, found by the parameter's name.
package struct Arguments: Sendable, Hashable {
    package let function: Function
    package let values: [Value]

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
