/// What a device can do with messages (model 9).
///
/// It is decided for each receiving device, not for each person (D-31, C-261). The raw values are stable: the database and the
/// command line have them.
public enum DeviceProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// Runs extensions, and so is the only one that makes interactive messages (C-012, C-251).
    case full
    /// Draws interactive messages in full and opens web addresses, but runs nothing (C-250, C-252).
    case desktop
    /// Draws interactive messages in full and does nothing else with them.
    case watch
    /// Knows pictures, files, stickers and text only; gets interactive messages as those (C-255).
    case legacy

    public var runsExtensions: Bool { self == .full }

    public var showsInteractiveMessages: Bool { self != .legacy }

    /// Whether a browser is there. On a legacy device an address is text, which its own link detection may open.
    public var opensURLs: Bool { self != .watch }
}
