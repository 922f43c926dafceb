internal import MayflyModel

/// The order in which checks are begun: that of the list, or one that a seed decides. What a check needs comes before it.
struct CheckOrder {
    /// Each check once, with those that are only needed.
    private(set) var checks: [Check] = []
    private var taken: Set<String> = []

    init(_ chosen: [Check], seed: UInt64) {
        var chosen = chosen
        if seed != 0 {
            var numbers = SplitMix64(seed: seed)
            chosen.shuffle(using: &numbers)
        }
        for check in chosen { add(check) }
    }

    private mutating func add(_ check: Check) {
        guard taken.insert(check.id).inserted else { return }
        for id in check.needs {
            if let needed = Check.named(id) { add(needed) }
        }
        checks.append(check)
    }
}
