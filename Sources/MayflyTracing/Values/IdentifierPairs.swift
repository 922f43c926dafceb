internal import MayflyModel

/// Which identifiers of two runs stand for each other. Each has one partner at most, the first with which it was paired.
struct IdentifierPairs {
    private var seconds: [UUID128: UUID128] = [:]
    private var firsts: [UUID128: UUID128] = [:]

    var count: Int { seconds.count }

    /// The partner of an identifier of the first run; nil for none.
    func second(for first: UUID128) -> UUID128? { seconds[first] }

    /// The partner of an identifier of the second run; nil for none.
    func first(for second: UUID128) -> UUID128? { firsts[second] }

    /// Pairs two identifiers that have no partner yet. False where they are no partners then.
    @discardableResult
    mutating func pair(_ first: UUID128, _ second: UUID128) -> Bool {
        guard seconds[first] == nil, firsts[second] == nil else { return seconds[first] == second }
        seconds[first] = second
        firsts[second] = first
        return true
    }

    /// Pairs the identifiers of two lists in their order: all of them, or none and false.
    mutating func pair(_ first: [UUID128], _ second: [UUID128]) -> Bool {
        guard first.count == second.count else { return false }
        var new: [(UUID128, UUID128)] = []
        for (one, other) in zip(first, second) {
            let isNew = seconds[one] == nil
            guard pair(one, other) else {
                undo(new)
                return false
            }
            if isNew { new.append((one, other)) }
        }
        return true
    }

    /// Whether two lists could be paired.
    func canPair(_ first: [UUID128], _ second: [UUID128]) -> Bool {
        guard first.count == second.count else { return false }
        var new = IdentifierPairs()
        return zip(first, second).allSatisfy { one, other in
            guard seconds[one] == nil, firsts[other] == nil else { return seconds[one] == other }
            return new.pair(one, other)
        }
    }

    private mutating func undo(_ pairs: [(UUID128, UUID128)]) {
        for (one, other) in pairs { (seconds[one], firsts[other]) = (nil, nil) }
    }
}
