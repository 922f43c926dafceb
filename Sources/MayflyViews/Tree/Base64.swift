/// Base 64 by RFC 4648, section 4. The library does not import Foundation for this one function.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text that has nothing but its letters, with or without the signs at its end; nil for another.
    static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count, isAtEnd) = (0, 0, false)
        for letter in text {
            if letter == UInt8(ascii: "=") {
                isAtEnd = true
                continue
            }
            guard !isAtEnd, letter < 128, case let value = values[Int(letter)], value < 64 else { return nil }
            bits = (bits << 6 | Int(value)) & 0xFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }

    /// The value of each letter of ASCII; 64 for what is none.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 128)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()
}
