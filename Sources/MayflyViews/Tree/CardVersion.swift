/// The version of a card or of a feature that it requires, such as `1.5`; numbers after the second are ignored.
struct CardVersion: Comparable {
    let major: Int
    let minor: Int

    /// The newest version of the format that this host draws.
    static let supported = CardVersion(major: 1, minor: 5)

    init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// Nil unless the text is one to four numbers with dots between them, each of at most six digits.
    init?(_ text: String) {
        guard text.utf8.count <= 27 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count) else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard (1...6).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        self.init(major: numbers[0], minor: numbers.count > 1 ? numbers[1] : 0)
    }

    static func < (left: CardVersion, right: CardVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}
