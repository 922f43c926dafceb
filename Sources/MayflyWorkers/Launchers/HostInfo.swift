/// What the host calls itself, to extensions and to people.
public enum HostInfo {
    public static let name = "Mayfly"
    /// The version of the product, by semantic versioning. The C ABI has a version of its own.
    public static let version = "0.1.0"
}
