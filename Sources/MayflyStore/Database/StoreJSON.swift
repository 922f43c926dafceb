internal import Foundation
internal import MayflyModel

/// Events and envelopes as the database holds them.
enum StoreJSON {
    /// Keys in a fixed order, so that equal values are equal text.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// - Parameter place: names the value in the error.
    static func value<Value: Decodable>(_ text: String, of place: String) throws(MayflyError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        } catch {
            throw MayflyError(.store, "the database holds something unreadable as \(place)", cause: error)
        }
    }
}
