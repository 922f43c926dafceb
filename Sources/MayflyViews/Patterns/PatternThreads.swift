/// The steps that a match can be at.
struct PatternThreads {
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
