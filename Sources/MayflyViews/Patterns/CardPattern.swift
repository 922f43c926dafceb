/// A regular expression of an input, matched in linear time.
///
/// It has the syntax of ECMAScript without what cannot be matched in linear time or needs tables of Unicode: no groups that look
/// ahead or behind, no references to groups, no properties of characters.
public struct CardPattern: Sendable, Equatable {
    /// As the extension wrote it. Untrusted.
    public let source: String
    private let steps: [PatternStep]

    /// Nil for an expression that is wrong, of another syntax, or of more than `CardLimits.patternSteps` steps.
    init?(_ source: String) {
        guard source.utf8.count <= CardLimits.patternSteps else { return nil }
        var parser = PatternParser(source)
        guard let node = parser.whole() else { return nil }
        var compiler = PatternCompiler()
        guard let steps = compiler.steps(of: node) else { return nil }
        self.source = source
        self.steps = steps
    }

    /// Whether a part of the text matches, as the format has it: an expression for the whole text begins with `^` and ends with `$`.
    public func matches(_ text: String) -> Bool {
        var threads = PatternThreads(count: steps.count)
        var next = PatternThreads(count: steps.count)
        var before: Unicode.Scalar?
        var scalars = text.unicodeScalars.makeIterator()
        var scalar = scalars.next()
        while true {
            // A match may begin at each character.
            threads.add(0, steps, before: before, after: scalar)
            if threads.isMatch { return true }
            guard let current = scalar else { return false }
            scalar = scalars.next()
            next.clear()
            for index in threads.list {
                if case .character(let set) = steps[index], set.contains(current) {
                    next.add(index + 1, steps, before: current, after: scalar)
                }
            }
            if next.isMatch { return true }
            swap(&threads, &next)
            before = current
        }
    }

    public static func == (left: CardPattern, right: CardPattern) -> Bool {
        left.source.utf8.elementsEqual(right.source.utf8)
    }
}

/// One step of a compiled expression.
enum PatternStep: Sendable {
    case character(PatternSet)
    case split(Int, Int)
    case jump(Int)
    case start, end
    case boundary(Bool)
    case match
}

/// Characters of an expression.
struct PatternSet: Sendable {
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) } != isNegated
    }

    static let digits = PatternSet(ranges: [0x30...0x39])
    static let words = PatternSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let spaces = PatternSet(ranges: [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    static let lineEnds = PatternSet(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])

    var negated: PatternSet { PatternSet(ranges: ranges, isNegated: !isNegated) }

    /// The ranges of all that the set has.
    var plainRanges: [ClosedRange<UInt32>] {
        guard isNegated else { return ranges }
        var free: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { free.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        return next <= 0x10FFFF ? free + [next...0x10FFFF] : free
    }
}

/// The steps that a match can be at.
private struct PatternThreads {
    private(set) var list: [Int] = []
    private(set) var isMatch = false
    private var isHere: [Bool]
    private var pending: [Int] = []

    init(count: Int) { isHere = Array(repeating: false, count: count) }

    mutating func clear() {
        for index in list { isHere[index] = false }
        list.removeAll(keepingCapacity: true)
        isMatch = false
    }

    /// Adds a step, and those that follow it without a character.
    mutating func add(_ start: Int, _ steps: [PatternStep], before: Unicode.Scalar?, after: Unicode.Scalar?) {
        pending.append(start)
        while let index = pending.popLast() {
            guard !isHere[index] else { continue }
            isHere[index] = true
            list.append(index)
            switch steps[index] {
            case .character: break
            case .jump(let target): pending.append(target)
            case .split(let first, let second):
                pending.append(second)
                pending.append(first)
            case .start: if before == nil { pending.append(index + 1) }
            case .end: if after == nil { pending.append(index + 1) }
            case .boundary(let wanted):
                let isBoundary = Self.isWord(before) != Self.isWord(after)
                if isBoundary == wanted { pending.append(index + 1) }
            case .match: isMatch = true
            }
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool { scalar.map(PatternSet.words.contains) ?? false }
}
