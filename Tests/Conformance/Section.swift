/// The statements of one part of the specification, in its order.
package struct Section: Sendable {
    package let title: String
    package let statements: [Statement]
}
