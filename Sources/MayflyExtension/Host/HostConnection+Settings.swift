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
        let host = sized(pointer, as: mayfly_host.self)
        let table = CallMemory.lending { memory in
            sized(host?.ability?(pointer, memory.text(MAYFLY_SETTINGS)), as: mayfly_settings_functions.self)
        }
        try perform("read_settings", Pending.settings, Pending.answerSettings, completion) { _, answer, context in
            table?.read_settings?(pointer, answer, context)
        }
    }
}

extension Pending {
    static let settings = Completions<Result<[String: String], MessageError>>()

    static let answerSettings: mayfly_settings_completion = { context, error, first, count in
        let answer = settings.take(context)
        if let error = MessageError(error) {
            answer?(.failure(error))
        } else {
            answer?(.success(values(first, count)))
        }
    }

    private static func values(_ settings: UnsafePointer<mayfly_setting>?, _ count: UInt32) -> [String: String] {
        var values: [String: String] = [:]
        // The settings of a newer host may be larger: the size of the first one is the distance between them.
        guard let first = UnsafeRawPointer(settings), let step = sized(first, as: mayfly_setting.self)?.size, step > 0
        else { return values }
        for index in 0..<Int(count) {
            guard let setting = sized(first + index * Int(step), as: mayfly_setting.self), let key = String(setting.key)
            else { continue }
            values[key] = String(setting.value) ?? ""
        }
        return values
    }
}
