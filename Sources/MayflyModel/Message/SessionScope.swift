/// Where a session holds within one conversation: the same id under another extension is unrelated (D-24).
public struct SessionScope: Sendable, Hashable, Codable {
    public let extensionID: ExtensionID
    public let session: SessionID

    public init(extensionID: ExtensionID, session: SessionID) {
        self.extensionID = extensionID
        self.session = session
    }
}
