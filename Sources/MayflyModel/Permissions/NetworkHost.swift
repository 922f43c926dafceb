/// The hosts that a permission for the network is for: one name of DNS, or all names below one.
public struct NetworkHost: Sendable, Hashable, CustomStringConvertible {
    /// Such as `api.example.com` or `*.example.com`.
    public let description: String

    /// What a text must be, for errors.
    package static let rule = "a host name in lower case, such as api.example.com or *.example.com, and no address"

    /// The longest name in bytes (RFC 1035).
    private static let longest = 253

    /// Nil for anything but a name of DNS in lower case, perhaps after `*.`. An address is none, and neither is a name below a star that
    /// has a single part: all hosts of `*.com` belong to many.
    public init?(_ text: String) {
        let isWild = text.hasPrefix("*.")
        let name = isWild ? String(text.dropFirst(2)) : text
        guard Self.isName(name), !isWild || name.utf8.contains(UInt8(ascii: ".")) else { return nil }
        description = text
    }

    /// Whether a host is one of them. It is written as in an address; its letters may be large.
    package func contains(_ host: String) -> Bool {
        let host = host.lowercased()
        guard Self.isName(host) else { return false }
        guard description.hasPrefix("*.") else { return host.hasSameBytes(as: description) }
        let tail = description.utf8.dropFirst()
        return host.utf8.count > tail.count && host.utf8.suffix(tail.count).elementsEqual(tail)
    }

    /// Whether it is a name that DNS has, and not one that programs read as an address, such as `127.1` or `0x7f000001`.
    package static func isName(_ text: String) -> Bool {
        guard (1...longest).contains(text.utf8.count) else { return false }
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy(isLabel), let first = labels.last?.first else { return false }
        return isLetter(first)
    }

    private static func isLabel(_ label: Substring.UTF8View.SubSequence) -> Bool {
        guard (1...63).contains(label.count), label.first != hyphen, label.last != hyphen else { return false }
        return label.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == hyphen }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static let hyphen = UInt8(ascii: "-")
}
