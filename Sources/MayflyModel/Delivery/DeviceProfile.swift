/// What a device can do with messages (model 9).
///
/// Each receiving device has a profile, not each person (D-31, C-261). The raw values are stable: the database and the
/// command line use them.
public enum DeviceProfile: String, Sendable, Hashable, Codable, CaseIterable {
    /// Runs extensions. It is the only profile that makes interactive messages (C-012, C-251).
    case full
    /// Draws interactive messages in full and opens web addresses, but runs nothing (C-250, C-252).
    case desktop
    /// Draws interactive messages in full, and opens nothing.
    case watch
    /// Shows pictures, files, stickers and text only, and gets interactive messages in that form (C-255).
    case legacy

    /// Whether extensions can be launched on the device.
    public var runsExtensions: Bool { self == .full }

    /// Whether the device draws interactive messages; if not, it gets ordinary items in their place.
    public var showsInteractiveMessages: Bool { self != .legacy }

    /// Whether it has a browser. On a legacy device an address is plain text, which the device may detect as a link.
    public var opensURLs: Bool { self != .watch }
}

extension DeviceProfile {
    /// The items of one envelope in the form for this device, in the order in which they must arrive (model 9.6).
    ///
    /// - Parameter legacy: converts interactive messages for devices that do not show them.
    package func form(of items: [Item], legacy: LegacyForm) -> [Item] {
        showsInteractiveMessages ? items : items.flatMap(legacy.items(for:))
    }
}

/// What a tap on an interactive message does (model 9.2 to 9.4).
public enum BubbleTap: Sendable, Hashable {
    /// It launches the extension with the message selected.
    case launch
    /// It opens the message's address, http or https, in the browser.
    case openURL(String)
    /// It offers the message to the person's full devices, which launch the extension (model 10.6).
    case handOff
    /// It does nothing. The reason is the end of a sentence, for the user.
    case nothing(reason: String)
}

extension DeviceProfile {
    /// What a tap on a message does on a device of this profile.
    ///
    /// - Parameter hasExtension: whether the extension that made the message can be launched here.
    public func tap(on message: InteractiveMessage, hasExtension: Bool) -> BubbleTap {
        switch self {
        case .full where hasExtension: return .launch
        case .full, .desktop:
            if let url = message.webURL { return .openURL(url) }
            let address = (message.url ?? "").isEmpty ? "no address" : "an address that is neither http nor https"
            let lack = self == .full ? "its extension cannot be launched" : "a desktop device runs no extensions"
            return .nothing(reason: "\(lack), and the message has \(address)")
        // 9.4
        case .watch: return .handOff
        case .legacy: return .nothing(reason: "a legacy device knows no messages of extensions")
        }
    }
}
