/// Bytes that are not what the protocol says. The sender is not to be trusted with anything further.
package struct WireError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
