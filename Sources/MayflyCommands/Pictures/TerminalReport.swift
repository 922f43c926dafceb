/// What a terminal answers to a question of ours. It comes with what the person types.
package enum TerminalReport: Sendable, Equatable {
    /// What it can, by the numbers of its primary device attributes (DA1).
    case attributes([Int])
    /// The size of a cell in pixels (`CSI 6 ; height ; width t`).
    case cell(width: Int, height: Int)
    /// The answer to a question by the graphics protocol of Kitty.
    case kitty

    /// Reads the parameters and the final byte of a control sequence; nil for one that is no answer.
    package init?(final: UInt8, _ parameters: [UInt8]) {
        let text = String(decoding: parameters, as: UTF8.self)
        let numbers = text.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }
        switch final {
        case UInt8(ascii: "c") where text.hasPrefix("?"): self = .attributes(numbers)
        case UInt8(ascii: "t") where numbers.count == 3 && numbers[0] == 6:
            self = .cell(width: numbers[2], height: numbers[1])
        default: return nil
        }
    }

    /// Reads the text of an application program command; nil for one that is no answer.
    package init?(command: [UInt8]) {
        guard command.starts(with: "Gi=\(TerminalTraits.kittyID);".utf8) else { return nil }
        guard command.elementsEqual("Gi=\(TerminalTraits.kittyID);OK".utf8) else { return nil }
        self = .kitty
    }
}
