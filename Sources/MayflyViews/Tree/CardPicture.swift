import MayflyModel

/// The address of a picture of a card, as an extension wrote it.
public struct CardPicture: Sendable {
    /// Where a picture is.
    public enum Place: Sendable, Hashable {
        /// In a file of the bundle or of the private folder: as files are named elsewhere, or with `bundle:` or `private:` before.
        case file
        /// In the address itself (`data:`).
        case inline
        /// At an address of the web, which is not fetched: a peer would learn that the card is shown.
        case web
        /// At an address of another kind.
        case elsewhere
    }

    /// By what the shown card names the picture: a short address of printed ASCII, or the scheme with a mark for any other. It is a key of
    /// tables. The time to look for any text there grows with the square of the number of accents on one letter.
    public let name: String
    /// Where the picture is.
    public let place: Place
    /// As the extension wrote it. Untrusted.
    let address: String

    /// Whether the host can give the picture.
    public var isShown: Bool { place == .file || place == .inline }

    init(_ address: String) {
        self.address = address
        place = Self.place(of: address)
        name = Self.isName(address) ? address : (place == .inline ? "data:" : "file:") + Self.mark(of: address)
    }

    private static let longestName = 128

    private static func isName(_ address: String) -> Bool {
        address.utf8.count <= longestName && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// A short text that is another for another address (FNV-1a), so that a card need not say the picture twice. An extension that makes
    /// two addresses with one mark confuses its own pictures only.
    private static func mark(of address: String) -> String {
        String(address.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }

    private static func place(of address: String) -> Place {
        guard !address.begins(with: "/"), let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            return .file
        }
        return switch String(address.utf8[..<colon].prefix(16))?.lowercased() {
        case "bundle", "private": .file
        case "data": .inline
        case "http", "https": .web
        default: .elsewhere
        }
    }
}

extension CardPicture {
    /// The bytes of a picture that is in its own address; nil for another address, and for one that is not written in base 64.
    package var inlineBytes: [UInt8]? {
        guard place == .inline else { return nil }
        let bytes = address.utf8
        guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let kind = String(decoding: bytes[..<comma].suffix(7), as: UTF8.self)
        return kind.lowercased() == ";base64" ? Base64.bytes(of: bytes[bytes.index(after: comma)...]) : nil
    }

    /// The address of a picture in a file, without its scheme; nil for another address.
    package var file: (scheme: String?, path: String)? {
        guard place == .file else { return nil }
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")), !address.begins(with: "/") else {
            return (nil, address)
        }
        return (address[..<colon].lowercased(), String(address[address.utf8.index(after: colon)...]))
    }
}

extension CardPicture: Hashable {
    /// Addresses are compared by their bytes.
    public static func == (left: CardPicture, right: CardPicture) -> Bool {
        left.name.hasSameBytes(as: right.name) && left.address.hasSameBytes(as: right.address)
    }

    /// By the name, which is short.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
