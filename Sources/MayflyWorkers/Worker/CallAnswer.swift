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
