import MayflyModel

/// The parts of a text with Markdown: words, signs, moments and links.
struct MarkdownTokens {
    /// A run of one sign, `*` or `_`.
    struct Sign {
        enum Role {
            case none, opens, closes
        }

        let range: Range<Int>
        let byte: UInt8
        let canOpen: Bool
        let canClose: Bool
        var role = Role.none

        /// Signs of one key open and close each other.
        var key: Int { Int(byte) * 4 + range.count }
    }

    enum Token {
        case words(Range<Int>)
        case sign(Sign)
        case moment(CardMoment, Range<Int>)
        case linkStart(String)
        case linkEnd
    }

    let bytes: [UInt8]
    private(set) var all: [Token] = []
    /// Where in `bytes` each token begins.
    private var starts: [Int] = []
    /// The links, by where their brackets are.
    private var links: [Int: (middle: Int, end: Int)] = [:]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        links = Self.links(in: bytes)
        read()
    }

    /// The text from a token on as it is written.
    func written(from index: Int) -> ArraySlice<UInt8> { bytes[starts[index]...] }

    // MARK: Links

    /// The links `[words](address)`: by the place of the first bracket, those of the second bracket and of the end.
    private static func links(in bytes: [UInt8]) -> [Int: (middle: Int, end: Int)] {
        var links: [Int: (middle: Int, end: Int)] = [:]
        var open: Int?
        // No address that begins before this place has an end.
        var endless = 0
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "["): open = index
            case UInt8(ascii: "]"):
                guard let start = open else { break }
                open = nil
                guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "("), index >= endless else { break }
                var end = index + 2
                while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: ")") { end += 1 }
                guard end < bytes.count, bytes[end] == UInt8(ascii: ")") else {
                    endless = end
                    break
                }
                links[start] = (index, end)
                index = end
            default: break
            }
            index += 1
        }
        return links
    }

    // MARK: Reading

    private mutating func add(_ token: Token, at start: Int) {
        all.append(token)
        starts.append(start)
    }

    private mutating func read() {
        var (run, index) = (0, 0)
        var link: (middle: Int, end: Int)?
        func addWords(_ tokens: inout MarkdownTokens, to end: Int) {
            if run < end { tokens.add(.words(run..<end), at: run) }
        }
        while index < bytes.count {
            let byte = bytes[index]
            var end = index + 1
            switch byte {
            case UInt8(ascii: "\\") where end < bytes.count && Self.isPunctuation(bytes[end]):
                addWords(&self, to: index)
                run = end
                index = end + 1
                continue
            case UInt8(ascii: "*"), UInt8(ascii: "_"):
                while end < bytes.count, bytes[end] == byte { end += 1 }
                guard end - index <= 3 else { break }
                addWords(&self, to: index)
                add(.sign(sign(index..<end)), at: index)
                run = end
            case UInt8(ascii: "["):
                guard link == nil, let found = links[index] else { break }
                addWords(&self, to: index)
                let address = String(decoding: bytes[(found.middle + 2)..<found.end], as: UTF8.self)
                add(.linkStart(address), at: index)
                (link, run) = (found, end)
            case UInt8(ascii: "]"):
                guard let found = link, found.middle == index else { break }
                addWords(&self, to: index)
                add(.linkEnd, at: index)
                end = found.end + 1
                (link, run) = (nil, end)
            case UInt8(ascii: "{"):
                guard let (moment, after) = CardMoment.read(bytes, at: index) else { break }
                addWords(&self, to: index)
                add(.moment(moment, index..<after), at: index)
                (end, run) = (after, after)
            default: break
            }
            index = end
        }
        addWords(&self, to: bytes.count)
    }

    private func sign(_ range: Range<Int>) -> Sign {
        let before = range.lowerBound == 0 ? UInt8(ascii: " ") : bytes[range.lowerBound - 1]
        let after = range.upperBound == bytes.count ? UInt8(ascii: " ") : bytes[range.upperBound]
        let byte = bytes[range.lowerBound]
        // CommonMark 6.2, with the characters of ASCII.
        let leads = after > 0x20 && (!Self.isPunctuation(after) || before <= 0x20 || Self.isPunctuation(before))
        let trails = before > 0x20 && (!Self.isPunctuation(before) || after <= 0x20 || Self.isPunctuation(after))
        let isLine = byte == UInt8(ascii: "_")
        return Sign(
            range: range,
            byte: byte,
            canOpen: leads && (!isLine || !trails || Self.isPunctuation(before)),
            canClose: trails && (!isLine || !leads || Self.isPunctuation(after))
        )
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
            || (0x7B...0x7E).contains(byte)
    }

    // MARK: Pairs

    /// Finds which signs open and close each other. Pairs do not cross, and a sign without another one stands for itself.
    mutating func pairSigns() {
        var open: [(index: Int, key: Int)] = []
        var counts: [Int: Int] = [:]
        for index in all.indices {
            guard case .sign(let sign) = all[index] else { continue }
            if sign.canClose, counts[sign.key, default: 0] > 0 {
                while let last = open.popLast() {
                    counts[last.key, default: 0] -= 1
                    guard last.key == sign.key else { continue }
                    setRole(.opens, at: last.index)
                    setRole(.closes, at: index)
                    break
                }
            } else if sign.canOpen {
                open.append((index, sign.key))
                counts[sign.key, default: 0] += 1
            }
        }
    }

    private mutating func setRole(_ role: Sign.Role, at index: Int) {
        guard case .sign(var sign) = all[index] else { return }
        sign.role = role
        all[index] = .sign(sign)
    }
}
