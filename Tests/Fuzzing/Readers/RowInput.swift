import MayflyABI

/// The payloads of the interface table, row by row.
///
/// Every payload has one form, so that what was read must be written back to the very same bytes.
enum RowInput {
    private static let records = Table.records + Table.controlRecords

    /// A kind (0 arguments, 1 result, else a struct), the number of the row in two bytes, and the payload.
    static func read(_ bytes: [UInt8]) {
        guard bytes.count >= 3 else { return }
        let number = UInt16(bytes[1]) | UInt16(bytes[2]) << 8
        let payload = Array(bytes.dropFirst(3))
        if bytes[0] > 1 {
            read(payload, as: records[Int(number) % records.count])
        } else if let function = Table.function(number) {
            bytes[0] == 0 ? readArguments(payload, of: function) : readResult(payload, of: function)
        }
    }

    static func read(_ payload: [UInt8], as record: Record) {
        guard let value = try? record.value(of: payload) else { return }
        var writer = WireWriter()
        writer.write(value)
        precondition(writer.bytes == payload, "\(record.name) is not written as it was read")
    }

    static func readArguments(_ payload: [UInt8], of function: Function) {
        guard let arguments = try? function.arguments(of: payload) else { return }
        precondition(function.payload(arguments.values) == payload, "\(function.name) is not written as it was read")
    }

    static func readResult(_ payload: [UInt8], of function: Function) {
        guard let value = try? function.result(of: payload) else { return }
        var writer = WireWriter()
        writer.write(value, as: function.result)
        precondition(writer.bytes == payload, "the result of \(function.name) is not written as it was read")
    }
}
