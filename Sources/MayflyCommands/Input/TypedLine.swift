/// The line that a person is typing at a terminal, as a value: bytes go in, and what follows from them comes out.
package struct TypedLine: Sendable, Equatable {
    /// What follows from a byte.
    package enum Effect: Sendable, Equatable {
        /// The line may be another one now, or the cursor in another place.
        case edited
        /// The line is complete. The next one begins.
        case line(String)
        /// The person asks what can stand before the cursor: Tab.
        case complete
        /// The person asks for the line that was entered before this one, or after it: an arrow key.
        case earlier, later
        /// The terminal answers a question.
        case report(TerminalReport)
        /// The person ends the input: Ctrl-D in an empty line.
        case end
    }

    private enum Escape: Sendable, Equatable {
        case none, begun
        /// In the sequence of a key, with its parameters.
        case inside([UInt8])
        /// In an application program command of Kitty's graphics protocol, with its text.
        case command([UInt8])
    }

    /// What stands before the cursor.
    package private(set) var left = ""
    /// What stands behind the cursor, with the last character first.
    private var behind: [Character] = []
    /// The bytes of a character that is not complete.
    private var rest: [UInt8] = []
    private var escape = Escape.none

    package init() {}

    /// What stands behind the cursor.
    package var right: String { String(behind.reversed()) }
    /// What has been typed of the line.
    package var text: String { left + right }

    /// Another line is typed on, from its end.
    package mutating func replace(with text: String) {
        (left, behind, rest) = (text, [], [])
    }

    /// What stands before the cursor is this from now on.
    package mutating func replaceLeft(with text: String) {
        (left, rest) = (text, [])
    }

    /// Takes the next byte that the terminal sends.
    package mutating func take(_ byte: UInt8) -> Effect {
        if let effect = takeEscape(byte) { return effect }
        switch byte {
        case 0x0A, 0x0D:
            defer { self = TypedLine() }
            return .line(text)
        case 0x04 where text.isEmpty: return .end
        case 0x04: return edit { $0.eraseNext() }
        case 0x08, 0x7F: return edit { $0.erase(1) }
        case 0x15: return edit { $0.left = "" }
        case 0x17: return edit { $0.erase($0.lastWord) }
        case 0x0B: return edit { $0.behind = [] }
        case 0x01: return edit { $0.goBack($0.left.count) }
        case 0x02: return edit { $0.goBack(1) }
        case 0x05: return edit { $0.goOn($0.behind.count) }
        case 0x06: return edit { $0.goOn(1) }
        case 0x09: return .complete
        case 0x0E: return .later
        case 0x10: return .earlier
        case 0x00..<0x20: return .edited
        default: return addByte(byte)
        }
    }

    private mutating func edit(_ change: (inout TypedLine) -> Void) -> Effect {
        rest = []
        change(&self)
        return .edited
    }

    // MARK: Keys

    /// What follows from a byte of the sequence of a key: ESC and a letter, or ESC, `[` or `O`, parameters and a final byte (ECMA-48,
    /// 5.4); nil for another byte. A control character is none of these: it ends the sequence, and has its effect.
    private mutating func takeEscape(_ byte: UInt8) -> Effect? {
        if byte == 0x1B {
            defer { escape = .begun }
            if case .command(let text) = escape, let report = TerminalReport(command: text) { return .report(report) }
            return .edited
        }
        guard byte >= 0x20, byte != 0x7F else {
            escape = .none
            return nil
        }
        switch escape {
        case .none: return nil
        case .begun where byte == UInt8(ascii: "_"):
            escape = .command([])
            return .edited
        case .command(let text):
            // A person who has pressed Alt and that key types on.
            guard !text.isEmpty || byte == UInt8(ascii: "G") else {
                escape = .none
                return nil
            }
            if text.count < Self.mostParameters { escape = .command(text + [byte]) }
            return .edited
        case .begun:
            escape = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .inside([]) : .none
            return .edited
        case .inside(let parameters):
            guard (0x40...0x7E).contains(byte) else {
                if parameters.count < Self.mostParameters { escape = .inside(parameters + [byte]) }
                return .edited
            }
            escape = .none
            return pressKey(byte, parameters)
        }
    }

    /// In bytes; no key and no answer has as many.
    private static let mostParameters = 128

    /// The keys as xterm sends them; those of its key pad, and of the console of Linux, that have other sequences, too.
    private mutating func pressKey(_ final: UInt8, _ parameters: [UInt8]) -> Effect {
        if let report = TerminalReport(final: final, parameters) { return .report(report) }
        // With Ctrl or Alt held down.
        let isModified = parameters.contains(UInt8(ascii: ";"))
        switch (UInt8.letter(final), parameters.first.map(UInt8.letter)) {
        case ("A", _): return .earlier
        case ("B", _): return .later
        case ("C", _): return edit { $0.goOn(isModified ? $0.nextWord : 1) }
        case ("D", _): return edit { $0.goBack(isModified ? $0.lastWord : 1) }
        case ("H", _), ("~", "1"), ("~", "7"): return edit { $0.goBack($0.left.count) }
        case ("F", _), ("~", "4"), ("~", "8"): return edit { $0.goOn($0.behind.count) }
        case ("~", "3"): return edit { $0.eraseNext() }
        default: return .edited
        }
    }

    // MARK: Changes

    private mutating func addByte(_ byte: UInt8) -> Effect {
        // An incomplete character before it never becomes complete.
        if byte < 0x80 { rest = [] }
        rest.append(byte)
        if let piece = String(validating: rest, as: UTF8.self) {
            rest = []
            // Control characters of two bytes, which a terminal may obey.
            let isControl = piece.unicodeScalars.contains { $0.properties.generalCategory == .control }
            if !isControl { left += piece }
        } else if rest.count >= 4 {
            // Four bytes are the longest character: what is none by then is dropped.
            rest = []
        }
        return .edited
    }

    /// The length of the last word before the cursor, with the spaces behind it.
    private var lastWord: Int {
        let spaces = left.reversed().prefix { $0 == " " }.count
        return spaces + left.reversed().dropFirst(spaces).prefix { $0 != " " }.count
    }

    /// The length of the next word behind the cursor, with the spaces before it.
    private var nextWord: Int {
        let spaces = behind.reversed().prefix { $0 == " " }.count
        return spaces + behind.reversed().dropFirst(spaces).prefix { $0 != " " }.count
    }

    private mutating func erase(_ count: Int) {
        for _ in 0..<count where left.popLast() == nil { return }
    }

    private mutating func eraseNext() { _ = behind.popLast() }

    private mutating func goBack(_ count: Int) {
        for _ in 0..<count {
            guard let character = left.popLast() else { return }
            behind.append(character)
        }
    }

    private mutating func goOn(_ count: Int) {
        for _ in 0..<count {
            guard let character = behind.popLast() else { return }
            left.append(character)
        }
    }
}

extension UInt8 {
    fileprivate static func letter(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }
}
