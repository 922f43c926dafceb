package import MayflyABI
package import MayflyModel

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
