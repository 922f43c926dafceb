/// The input that an error is about, as the cause of a `MayflyError`.
public struct InputError: Error, Sendable {
    /// The id of the input in its view. Untrusted.
    public let id: String

    /// An error about the input of this id.
    public init(id: String) { self.id = id }
}
