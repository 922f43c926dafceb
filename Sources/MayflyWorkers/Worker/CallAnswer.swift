package import MayflyABI
package import MayflyModel

/// What a call of an extension is answered with.
package struct CallAnswer: Sendable {
    /// Nil means that it was done.
    package var error: MessageError?
    /// What the call's completion is told after the error.
    package var values: [Value]

    package init(error: MessageError? = nil, values: [Value] = []) {
        self.error = error
        self.values = values
    }

    /// The payload for a completion of that row. What is not said is null or zero.
    package func payload(for row: Function) -> [UInt8] {
        let said = [error.map { Value.record($0.record) } ?? .null] + values
        let missing = max(row.marshalled.count - said.count, 0)
        return row.payload(said + Array(repeating: .null, count: missing))
    }
}
