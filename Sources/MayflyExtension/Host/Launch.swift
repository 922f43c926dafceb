/// How and where an extension starts.
public struct Launch: Sendable {
    /// The host, for as long as the process lives.
    public let host: HostConnection
    /// Expanded when a bubble was tapped, else compact.
    public let presentationStyle: PresentationStyle
    /// The folder of the extension's own files: absolute, read only.
    public let bundleFolder: String
    /// The one folder that the extension may write to: absolute. It outlives the process and goes when the extension is
    /// removed. `nil` where the host has no storage.
    public let privateFolder: String?
    /// The person's language (BCP 47), such as `en` or `pt-BR`.
    public let locale: String
}
