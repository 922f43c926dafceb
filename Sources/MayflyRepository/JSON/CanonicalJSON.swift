internal import MayflyModel

/// The canonical form of JSON that signatures of The Update Framework are made of (its specification, section 4.2).
///
/// Members are sorted by the bytes of their names; in strings, only the quotation mark and the backslash are escaped; there are no
/// spaces and no fractions.
enum CanonicalJSON {
    /// The bytes of a value; throws `.untrusted` for a number that is not whole, which has no canonical form.
    static func bytes(of value: JSONValue) throws(MayflyError) -> [UInt8] {
        var bytes: [UInt8] = []
        try append(value, to: &bytes)
        return bytes
    }

    private static func append(_ value: JSONValue, to bytes: inout [UInt8]) throws(MayflyError) {
        switch value {
        case .null: bytes += "null".utf8
        case .boolean(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let number):
            guard let integer = Int64(number.text) else {
                let found = SafeText.line(number.text, limit: 40)
                throw MayflyError(.untrusted, "only whole numbers can be signed, found \(found)")
            }
            bytes += String(integer).utf8
        case .text(let text): append(text, to: &bytes)
        case .list(let items):
            bytes.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                try append(item, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try append(member.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        case .written: throw MayflyError(.internalFault, "a value that is written already has no canonical form")
        }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
