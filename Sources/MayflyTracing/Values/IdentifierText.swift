package import MayflyModel

/// Finds identifiers in texts.
package enum IdentifierText {
    /// The text with every identifier replaced.
    package static func replacing(in text: String, _ replacement: (UUID128) -> String) -> String {
        // 36 characters with the first dash behind eight of them.
        let bytes = Array(text.utf8)
        guard bytes.count >= length else { return text }
        var result: [UInt8] = []
        var (index, run) = (0, 0)
        while index + length <= bytes.count {
            guard bytes[index + 8] == dash, bytes[index + 13] == dash,
                let uuid = UUID128(String(decoding: bytes[index..<index + length], as: UTF8.self))
            else {
                index += 1
                continue
            }
            result += bytes[run..<index]
            result += replacement(uuid).utf8
            index += length
            run = index
        }
        guard run > 0 else { return text }
        return String(decoding: result + bytes[run...], as: UTF8.self)
    }

    /// The identifiers of a text, in their order.
    package static func all(in text: String) -> [UUID128] {
        var found: [UUID128] = []
        _ = replacing(in: text) {
            found.append($0)
            return ""
        }
        return found
    }

    /// Up to so many bytes of the beginning. No identifier is cut: half of one would be a text that differs from run to run.
    static func beginning(of text: String, bytes most: Int) -> Substring {
        let bytes = Array(text.utf8.prefix(most + length))
        let cut = (max(0, most - length + 1)..<max(0, most)).first { start in
            start + length <= bytes.count
                && UUID128(String(decoding: bytes[start..<start + length], as: UTF8.self)) != nil
        }
        return SafeText.beginning(of: text, bytes: cut ?? most)
    }

    private static let length = 36
    private static let dash = UInt8(ascii: "-")
}
