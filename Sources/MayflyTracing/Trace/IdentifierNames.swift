internal import MayflyModel

/// Names for the identifiers of two runs, in the order in which they are shown. Partners have one name.
struct IdentifierNames {
    private let pairs: IdentifierPairs
    private var firsts: [UUID128: Int] = [:]
    private var seconds: [UUID128: Int] = [:]
    private var count = 0

    init(_ pairs: IdentifierPairs) { self.pairs = pairs }

    /// The name of an identifier of the first run.
    mutating func name(ofFirst uuid: UUID128) -> String {
        let number = firsts[uuid] ?? next()
        firsts[uuid] = number
        return "id-\(number)"
    }

    /// The name of an identifier of the second run.
    mutating func name(ofSecond uuid: UUID128) -> String {
        if let partner = pairs.first(for: uuid) { return name(ofFirst: partner) }
        let number = seconds[uuid] ?? next()
        seconds[uuid] = number
        return "id-\(number)"
    }

    private mutating func next() -> Int {
        count += 1
        return count
    }
}
