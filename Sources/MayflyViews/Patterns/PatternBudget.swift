/// How many steps of regular expressions may still be carried out, for all inputs of one tap together: steps and texts are the
/// extension's.
struct PatternBudget {
    /// The steps that were carried out.
    private(set) var used = 0
    private let limit: Int

    init(limit: Int = CardLimits.matchedSteps) { self.limit = limit }

    /// Counts some steps; false where these are more than there may be.
    mutating func take(_ steps: Int) -> Bool {
        used += steps
        return used <= limit
    }
}
