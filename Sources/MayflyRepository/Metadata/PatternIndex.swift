/// Patterns that are found by how they begin: most paths are compared with few of them.
struct PatternIndex {
    /// By the hash of `beginning`. Where two have the same one, the comparison tells them apart.
    private var patterns: [UInt64: [PathPattern]] = [:]
    /// The lengths of all beginnings.
    private var lengths: Set<Int> = []

    mutating func add(_ new: [PathPattern]) {
        for pattern in new {
            patterns[pattern.beginning.reduce(Self.start, Self.next), default: []].append(pattern)
            lengths.insert(pattern.beginning.count)
        }
    }

    /// Whether one of them matches; `steps` grows by what it takes, in bytes that are compared.
    func matches(_ path: SplitPath, steps: inout Int) -> Bool {
        var hash = Self.start
        for length in 0...path.bytes.count {
            steps += 1
            if lengths.contains(length) {
                for pattern in patterns[hash] ?? [] where pattern.matches(path, steps: &steps) { return true }
            }
            if length < path.bytes.count { hash = Self.next(hash, path.bytes[length]) }
        }
        return false
    }

    /// FNV-1a of 64 bits. Whoever makes beginnings of the same hash makes comparisons, which are counted.
    private static let start: UInt64 = 0xCBF2_9CE4_8422_2325
    private static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
