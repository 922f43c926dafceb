public import MayflyModel
public import MayflyStore

extension ExtensionHost {
    /// The messages that a device may take from other devices of its person, the oldest first (model 10.6). A window on the conversation
    /// takes one with `ConversationWindow.takeHandOff`.
    ///
    /// - Throws: `.unknownDevice`; `.store`.
    public func handOffs(of device: String) throws(MayflyError) -> [HandOff] {
        try services.handOffs(on: store.device(named: device))
    }
}
