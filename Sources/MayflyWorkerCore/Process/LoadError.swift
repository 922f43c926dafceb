/// The reason why a library cannot be used as an extension, in one line.
struct LoadError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
