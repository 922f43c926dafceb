/// Makes steps of a regular expression.
struct PatternCompiler {
    private var steps: [PatternStep] = []

    /// Nil where there would be more than `CardLimits.patternSteps`.
    mutating func steps(of node: PatternNode) -> [PatternStep]? {
        guard add(node) else { return nil }
        return steps + [.match]
    }

    /// Parts without a step can be repeated, too.
    private var visits = 0

    private var isFull: Bool { steps.count >= CardLimits.patternSteps || visits >= 8 * CardLimits.patternSteps }

    /// False where there is no room.
    private mutating func add(_ node: PatternNode) -> Bool {
        guard !isFull else { return false }
        visits += 1
        switch node {
        case .step(let step):
            steps.append(step)
            return true
        case .sequence(let parts):
            for part in parts { guard add(part) else { return false } }
            return true
        case .either(let alternatives): return add(either: alternatives[...])
        case .repeated(let part, let least, let most):
            for _ in 0..<least { guard add(part) else { return false } }
            guard let most else { return add(endless: part) }
            return add(optional: part, times: most - least)
        }
    }

    private mutating func add(either alternatives: ArraySlice<PatternNode>) -> Bool {
        var jumps: [Int] = []
        for (index, alternative) in alternatives.enumerated() {
            guard index < alternatives.count - 1 else {
                guard add(alternative) else { return false }
                break
            }
            let split = steps.count
            steps.append(.jump(0))
            guard add(alternative) else { return false }
            jumps.append(steps.count)
            steps.append(.jump(0))
            steps[split] = .split(split + 1, steps.count)
        }
        for jump in jumps { steps[jump] = .jump(steps.count) }
        return true
    }

    private mutating func add(endless part: PatternNode) -> Bool {
        let split = steps.count
        steps.append(.jump(0))
        guard add(part) else { return false }
        steps.append(.jump(split))
        steps[split] = .split(split + 1, steps.count)
        return true
    }

    private mutating func add(optional part: PatternNode, times: Int) -> Bool {
        var splits: [Int] = []
        for _ in 0..<times {
            splits.append(steps.count)
            steps.append(.jump(0))
            guard add(part) else { return false }
        }
        for split in splits { steps[split] = .split(split + 1, steps.count) }
        return true
    }
}
