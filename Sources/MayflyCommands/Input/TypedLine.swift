/// The line that a person is typing at a terminal, as a value: bytes go in, and what the terminal is to show comes out.
package struct TypedLine: Sendable, Equatable {
    /// What follows from a byte.
    package enum Effect: Sendable, Equatable {
        /// The terminal is to print this, so that it shows the line as it is now.
        case show(String)
        /// The line is complete. The next one begins.
        case line(String)
        /// The person ends the input: Ctrl-D in an empty line.
        case end
    }

    private enum Escape { case none, begun, inside }

    /// What has been typed of the line.
    package private(set) var text = ""
    /// The columns that the line takes. It is a running number: to count them takes as long as the line is.
    package private(set) var width = 0
    /// The last character of the line, or its end where it has very many scalars; empty after an erasure.
    private var last = ""
    /// The bytes of a character that is not complete.
    private var rest: [UInt8] = []
    /// Where the typing is in the sequence of an arrow key or another such key.
    private var escape = Escape.none

    package init() {}

    /// Takes the next byte that the terminal sends.
    package mutating func take(_ byte: UInt8) -> Effect {
        if takeEscape(byte) { return .show("") }
        switch byte {
        case 0x0A, 0x0D:
            defer { self = TypedLine() }
            return .line(text)
        case 0x04: return text.isEmpty ? .end : .show("")
        case 0x08, 0x7F: return erase(1)
        case 0x15: return erase(text.count)
        case 0x17: return erase(lastWord)
        case 0x09: return add(" ")
        case 0x00..<0x20: return .show("")
        default: return addByte(byte)
        }
    }

    /// Whether the byte belongs to the sequence of a key, which has no effect: ESC and a letter, or ESC, `[` or `O`, parameters and
    /// a final byte (ECMA-48, 5.4). A control character is none of these: it ends the sequence, and has its effect.
    private mutating func takeEscape(_ byte: UInt8) -> Bool {
        if byte == 0x1B {
            escape = .begun
            return true
        }
        guard byte >= 0x20, byte != 0x7F else {
            escape = .none
            return false
        }
        switch escape {
        case .none: return false
        case .begun: escape = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .inside : .none
        case .inside: if (0x40...0x7E).contains(byte) { escape = .none }
        }
        return true
    }

    private mutating func addByte(_ byte: UInt8) -> Effect {
        // An incomplete character before it never becomes complete.
        if byte < 0x80 { rest = [] }
        rest.append(byte)
        if let piece = String(validating: rest, as: UTF8.self) {
            rest = []
            // Control characters of two bytes, which a terminal may obey.
            let isControl = piece.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return isControl ? .show("") : add(piece)
        }
        // Four bytes are the longest character: what is none by then is dropped.
        if rest.count >= 4 { rest = [] }
        return .show("")
    }

    private mutating func add(_ piece: String) -> Effect {
        text += piece
        let grown = last + piece
        if grown.unicodeScalars.count <= Self.longestCharacter, grown.count == 1 {
            width += Self.columns(of: grown) - Self.columns(of: last)
            last = grown
        } else {
            width += Self.columns(of: piece)
            last = piece
        }
        return .show(piece)
    }

    /// In scalars. Where a character ends is found by looking at all of it.
    private static let longestCharacter = 24

    /// The length of the last word with the spaces behind it.
    private var lastWord: Int {
        let spaces = text.reversed().prefix { $0 == " " }.count
        return spaces + text.dropLast(spaces).reversed().prefix { $0 != " " }.count
    }

    private mutating func erase(_ count: Int) -> Effect {
        rest = []
        let gone = text.suffix(count)
        let columns = Self.columns(of: gone)
        text.removeLast(gone.count)
        last = ""
        width = text.isEmpty ? 0 : max(0, width - columns)
        return .show(String(repeating: "\u{8} \u{8}", count: columns))
    }

    private static func columns(of text: some StringProtocol) -> Int { text.reduce(0) { $0 + columns($1) } }

    /// The columns that a terminal gives a character. Emoji, and the scripts of East Asia from the Hangul letters on, take two.
    private static func columns(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        let isWide =
            switch first.value {
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
                0xFFE0...0xFFE6, 0x20000...0x3FFFD:
                true
            default: first.properties.isEmojiPresentation
            }
        return isWide ? 2 : 1
    }
}
