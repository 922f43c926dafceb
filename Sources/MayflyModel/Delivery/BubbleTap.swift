/// What a tap on an interactive message leads to (model 9.2 to 9.4).
public enum BubbleTap: Sendable, Hashable {
    /// The message's extension is launched with it.
    case launch
    /// The browser opens the message's address, which is http or https.
    case openURL(String)
    /// Nothing; the reason is one line for a person, the end of a sentence.
    case nothing(reason: String)
}

extension DeviceProfile {
    /// What a tap on a message does on such a device.
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
        // 9.4: the paired full device takes over there.
        case .watch: return .nothing(reason: "a watch device only displays messages")
        case .legacy: return .nothing(reason: "a legacy device knows no messages of extensions")
        }
    }
}
