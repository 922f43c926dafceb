/// A part of a regular expression.
indirect enum PatternNode {
    case step(PatternStep)
    case sequence([PatternNode])
    case either([PatternNode])
    case repeated(PatternNode, least: Int, most: Int?)
}

/// Reads a regular expression.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    private static let deepest = 32
    private static let mostRepeats = 1_000

    init(_ source: String) { scalars = Array(source.unicodeScalars) }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// Nil for what is no expression of this syntax.
    mutating func whole() -> PatternNode? {
        guard let node = alternatives(), position == scalars.count else { return nil }
        return node
    }

    private mutating func alternatives() -> PatternNode? {
        var all: [PatternNode] = []
        repeat {
            var parts: [PatternNode] = []
            while let scalar = next, scalar != "|", scalar != ")" {
                guard let part = repeated() else { return nil }
                parts.append(part)
            }
            all.append(.sequence(parts))
        } while take("|")
        return all.count == 1 ? all[0] : .either(all)
    }

    private mutating func repeated() -> PatternNode? {
        guard let node = atom() else { return nil }
        let (least, most): (Int, Int?)
        switch next {
        case "*": (least, most) = (0, nil)
        case "+": (least, most) = (1, nil)
        case "?": (least, most) = (0, 1)
        case "{":
            guard let counts = counts() else { return node }
            (least, most) = counts
            guard least <= Self.mostRepeats, most.map({ $0 <= Self.mostRepeats && $0 >= least }) ?? true else {
                return nil
            }
            position -= 1
        default: return node
        }
        position += 1
        // A lazy quantifier matches the same texts.
        _ = take("?")
        if let scalar = next, "*+?".unicodeScalars.contains(scalar) { return nil }
        return .repeated(node, least: least, most: most)
    }

    /// Reads `{2}`, `{2,}` or `{2,3}`; nil where the brace is a character.
    private mutating func counts() -> (Int, Int?)? {
        let start = position
        position += 1
        if let least = number() {
            if take("}") { return (least, least) }
            if take(",") {
                if take("}") { return (least, nil) }
                if let most = number(), take("}") { return (least, most) }
            }
        }
        position = start
        return nil
    }

    private mutating func number() -> Int? {
        var digits = ""
        while let scalar = next, PatternSet.digits.contains(scalar), digits.utf8.count < 6 {
            digits.unicodeScalars.append(scalar)
            position += 1
        }
        return Int(digits)
    }

    private mutating func atom() -> PatternNode? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar {
        case "^": return .step(.start)
        case "$": return .step(.end)
        case ".": return .step(.character(PatternSet.lineEnds.negated))
        case "(": return group()
        case "[": return set().map { .step(.character($0)) }
        case "\\": return escape()
        case "*", "+", "?": return nil
        // A brace that begins no count is a character, unless it could not be told from one.
        default: return .step(.character(PatternSet(scalar.value)))
        }
    }

    private mutating func group() -> PatternNode? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { return nil }
        if take("?") {
            if take("<") {
                guard let first = next, first != "=", first != "!" else { return nil }
                while let scalar = next, scalar != ">" {
                    guard PatternSet.words.contains(scalar) else { return nil }
                    position += 1
                }
                guard take(">") else { return nil }
            } else if !take(":") {
                return nil
            }
        }
        guard let node = alternatives(), take(")") else { return nil }
        return node
    }

    private mutating func escape() -> PatternNode? {
        switch next {
        case "b":
            position += 1
            return .step(.boundary(true))
        case "B":
            position += 1
            return .step(.boundary(false))
        default: return escapedSet().map { .step(.character($0)) }
        }
    }

    /// What stands behind a backslash, outside and inside of brackets.
    private mutating func escapedSet() -> PatternSet? {
        guard let scalar = next else { return nil }
        position += 1
        switch scalar {
        case "d": return .digits
        case "D": return PatternSet.digits.negated
        case "w": return .words
        case "W": return PatternSet.words.negated
        case "s": return .spaces
        case "S": return PatternSet.spaces.negated
        default: return Self.control(scalar).map { PatternSet($0) } ?? coded(scalar)
        }
    }

    private static func control(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar {
        case "t": 0x09
        case "n": 0x0A
        case "v": 0x0B
        case "f": 0x0C
        case "r": 0x0D
        default: nil
        }
    }

    private mutating func coded(_ scalar: Unicode.Scalar) -> PatternSet? {
        let value: UInt32?
        switch scalar {
        case "x": value = hexadecimal(2)
        case "u": value = hexadecimal(4)
        // Letters and digits have other meanings, such as a reference to a group.
        case _ where PatternSet.words.contains(scalar) && scalar != "_": value = nil
        default: value = scalar.value
        }
        return value.map { PatternSet($0) }
    }

    private mutating func hexadecimal(_ count: Int) -> UInt32? {
        var text = ""
        while text.utf8.count < count, let scalar = next, scalar.properties.isASCIIHexDigit {
            text.unicodeScalars.append(scalar)
            position += 1
        }
        return text.utf8.count == count ? UInt32(text, radix: 16) : nil
    }

    /// The rest of a set in brackets.
    private mutating func set() -> PatternSet? {
        let isNegated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        while !take("]") {
            guard let first = member() else { return nil }
            guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
                ranges += first.ranges
                continue
            }
            position += 1
            guard let last = member(), let low = first.single, let high = last.single, low <= high else { return nil }
            ranges.append(low...high)
        }
        let set = PatternSet(ranges)
        return isNegated ? set.negated : set
    }

    private mutating func member() -> PatternSet? {
        guard let scalar = next else { return nil }
        position += 1
        guard scalar == "\\" else { return PatternSet(scalar.value) }
        if take("b") { return PatternSet(0x08) }
        return escapedSet()
    }
}
