internal import CMayfly

extension HostConnection {
    /// Reads the settings of this extension, as the manifest declares them: the values by their keys, each what the person has set on
    /// this device, or else its default.
    ///
    /// A toggle is `true` or `false`, a choice its value, and a number its digits. The person may change settings at any time: read them
    /// when you use them. Throws when the host does not support the call.
    public func readSettings(
        completion: @escaping @Sendable (Result<[String: String], MessageError>) -> Void
    ) throws(MessageError) {
        let table = table(MAYFLY_SETTINGS, as: mayfly_settings_functions.self)
        try perform("read_settings", Pending.settings, Pending.answerSettings, completion) { _, answer, context in
            table?.read_settings?(pointer, answer, context)
        }
    }
}
