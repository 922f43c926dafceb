/// Which extension an item came from. It travels with the item, because the recipient may lack the extension (model 10.4).
public struct Origin: Sendable, Hashable, Codable {
    public let extensionID: ExtensionID
    /// The extension's name as the sender saw it. Untrusted.
    public let name: String

    public init(extensionID: ExtensionID, name: String) {
        self.extensionID = extensionID
        self.name = name
    }
}
