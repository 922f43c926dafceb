internal import Foundation
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel

/// A public key of Ed25519 as metadata has it.
package struct PublicKey: Sendable, Hashable {
    /// Its 32 bytes.
    let bytes: [UInt8]
    /// What metadata calls it: the SHA-256 of its canonical JSON, in hexadecimal digits.
    package let id: String

    init?(bytes: [UInt8]) {
        guard bytes.count == Ed25519.keySize else { return nil }
        self.bytes = bytes
        guard let canonical = try? CanonicalJSON.bytes(of: Self.json(bytes)) else { return nil }
        id = SHA256.hash(canonical).hexadecimal
    }

    /// The key as metadata has it.
    var json: JSONValue { Self.json(bytes) }

    private static func json(_ bytes: [UInt8]) -> JSONValue {
        .object([
            "keytype": .text("ed25519"), "scheme": .text("ed25519"),
            "keyval": .object(["public": .text(bytes.hexadecimal)]),
        ])
    }

    /// Reads a key of metadata; nil for a type that this version does not know, whose signatures count for nothing.
    init?(_ object: JSONObject) throws(MayflyError) {
        guard try object.text("keytype").hasSameBytes(as: "ed25519"),
            try object.text("scheme").hasSameBytes(as: "ed25519")
        else { return nil }
        let text = try object.object("keyval").text("public")
        guard let bytes = [UInt8](hexadecimal: text), let key = PublicKey(bytes: bytes) else {
            throw object.problem("keyval.public", "must be 64 hexadecimal digits, found '\(shown(text))'")
        }
        self = key
    }
}

extension [UInt8] {
    /// The bytes of pairs of hexadecimal digits; nil for anything else.
    init?(hexadecimal text: String) {
        let digits = text.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            append(high << 4 | low)
        }
    }
}
