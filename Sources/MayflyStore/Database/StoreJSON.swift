internal import Foundation
internal import GRDB
internal import MayflyModel

/// Values as JSON text in the columns of the database.
enum StoreJSON {
    /// Members are sorted by name, so that equal values give equal text.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// - Parameter name: names the value in the error.
    /// - Throws: `.store`.
    static func value<Value: Decodable>(_ text: String, of name: String) throws(MayflyError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw MayflyError(.store, "the database holds something unreadable as \(name)", cause: error)
        }
    }
}

extension Row {
    /// - Throws: `.store` for text that is not a UUID.
    func uuid(_ column: String) throws -> UUID128 {
        let text = try decode(String.self, forColumn: column)
        guard let uuid = UUID128(text) else {
            throw MayflyError(.store, "the database holds '\(SafeText.line(text, limit: 80))' where a UUID must be")
        }
        return uuid
    }

    /// A number that counts something. It can be added to without an overflow.
    ///
    /// - Throws: `.store` for a number below 0 or above 2^53.
    func number(_ column: String) throws -> Int {
        let number = try decode(Int.self, forColumn: column)
        guard (0...1 << 53).contains(number) else {
            throw MayflyError(.store, "the database holds \(number) where '\(column)' must be a number from 0 to 2^53")
        }
        return number
    }

    /// - Throws: `.store` for text that is not the id of an extension.
    func extensionID(_ column: String) throws -> ExtensionID {
        let text = try decode(String.self, forColumn: column)
        guard let id = ExtensionID(rawValue: text) else {
            throw MayflyError(
                .store,
                "the database holds '\(SafeText.line(text, limit: 80))' where an extension's id must be"
            )
        }
        return id
    }
}

extension Timestamp {
    /// The current time, for columns that record when a row was made or used.
    static var now: Timestamp { Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000)) }
}
