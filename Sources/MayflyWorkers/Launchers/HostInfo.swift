/// The name and version of the host, as extensions and people see them.
public enum HostInfo {
    /// The name of the product.
    public static let name = "Mayfly"
    /// The version of the product, by semantic versioning. The C ABI has a version of its own.
    public static let version = "0.1.0"
}
