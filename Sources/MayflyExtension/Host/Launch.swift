/// The parameters of a new instance.
public struct Launch: Sendable {
    /// The host; valid until the process ends.
    public let host: HostConnection
    /// Expanded when the user tapped a bubble, otherwise compact.
    public let presentationStyle: PresentationStyle
    /// The absolute path of the extension's bundle, which is read-only.
    public let bundleFolder: String
    /// The absolute path of the only writable folder. It is kept after the process ends, until the extension is
    /// removed. `nil` where the host has no storage.
    public let privateFolder: String?
    /// The language of the user (BCP 47), such as `en` or `pt-BR`.
    public let locale: String
}
