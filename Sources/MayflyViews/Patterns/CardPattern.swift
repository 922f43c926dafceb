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
    /// Nil where the budget is used up before that is known.
    func matches(_ text: String, _ budget: inout PatternBudget) -> Bool? {
        var threads = PatternThreads(count: steps.count)
        var next = PatternThreads(count: steps.count)
        var before: Unicode.Scalar?
        var scalars = text.unicodeScalars.makeIterator()
        var scalar = scalars.next()
        while true {
            // A match may begin at each character.
            threads.add(0, steps, before: before, after: scalar)
            if threads.isMatch { return true }
            guard budget.take(threads.list.count + 1) else { return nil }
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
