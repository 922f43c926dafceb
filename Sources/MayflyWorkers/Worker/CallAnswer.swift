package import MayflyABI
package import MayflyModel

/// The answer to a call of an extension.
package struct CallAnswer: Sendable {
    /// Nil if the call was carried out.
    package var error: MessageError?
    /// The arguments of the completion after the error.
    var values: [Value]

    /// An answer without an error says that the call was carried out.
    package init(error: MessageError? = nil, values: [Value] = []) {
        self.error = error
        self.values = values
    }

    /// The payload for a completion of that row. Missing values are null or zero.
    func payload(for row: Function) -> [UInt8] {
        let given = [error.map { Value.record($0.record) } ?? .null] + values
        let missing = max(row.marshalled.count - given.count, 0)
        return row.payload(given + Array(repeating: .null, count: missing))
    }

    /// The answer of a host that behaves otherwise than usual.
    func altered(by trial: HostTrial?, _ function: Function) -> CallAnswer {
        switch trial {
        case .failsCalls:
            let reason = "\(function.name): failed, so that its author sees what follows"
            return error == nil ? CallAnswer(error: MessageError(.unknown, reason)) : self
        case .answersShort where function.completion !== Table.settingsCompletion:
            // Only the settings are promised to be complete.
            return CallAnswer(error: error, values: values.map(\.shortened))
        default: return self
        }
    }
}

extension MessageError {
    /// The error as extensions see it.
    package var record: RecordValue {
        RecordValue(
            Table.error,
            [
                "domain": .integer(Int64(domain.rawValue)), "code": .integer(Int64(code.rawValue)),
                "message": .text(message),
            ]
        )
    }
}

extension Value {
    /// A list or bytes without what is in them; any other value as it is.
    fileprivate var shortened: Value {
        switch self {
        case .list: .list([])
        case .bytes: .bytes([])
        default: self
        }
    }
}
