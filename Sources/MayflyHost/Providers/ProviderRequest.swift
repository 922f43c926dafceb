public import MayflyModel
public import MayflyStore

/// For whom a provider works.
public struct ProviderRequest: Sendable {
    /// The extension that asks.
    public let extensionID: ExtensionID
    /// Its name, safe to show in one line.
    public let name: String
    /// The device on whose screen it is open.
    public let device: DeviceRecord
    /// The conversation that it is open in.
    public let conversation: ConversationRecord
}
