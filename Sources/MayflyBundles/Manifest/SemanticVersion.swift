/// A version of an extension: three numbers, then optionally a pre-release and build data (semver.org, 2.0.0).
public struct SemanticVersion: Sendable, Hashable, LosslessStringConvertible {
    /// The text as the manifest has it.
    public let description: String
    /// Major, minor and patch.
    private let numbers: [Int]
    private let preRelease: [Substring]

    /// Nil for a text that is not a semantic version.
    public init?(_ description: String) {
        guard description.utf8.count <= 128, description.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let parts = description.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count == 1 || Self.identifiers(parts[1]) != nil else { return nil }
        let halves = first.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let core = halves[0].split(separator: ".", omittingEmptySubsequences: false)
        let numbers = core.compactMap { Self.isNumber($0) && !Self.hasExtraZero($0) ? Int($0) : nil }
        guard core.count == 3, numbers.count == 3 else { return nil }
        var preRelease: [Substring] = []
        if halves.count == 2 {
            guard let identifiers = Self.identifiers(halves[1]), !identifiers.contains(where: Self.hasExtraZero) else {
                return nil
            }
            preRelease = identifiers
        }
        self.description = description
        self.numbers = numbers
        self.preRelease = preRelease
    }

    private static func identifiers(_ text: Substring) -> [Substring]? {
        let identifiers = text.split(separator: ".", omittingEmptySubsequences: false)
        let allowed = identifiers.allSatisfy { identifier in
            !identifier.isEmpty && identifier.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
        }
        return allowed ? identifiers : nil
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func hasExtraZero(_ text: Substring) -> Bool {
        isNumber(text) && text.utf8.count > 1 && text.hasPrefix("0")
    }

    /// Versions of the same precedence are equal: build data is not compared.
    public static func == (left: SemanticVersion, right: SemanticVersion) -> Bool {
        left.numbers == right.numbers && left.preRelease == right.preRelease
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(numbers)
        hasher.combine(preRelease)
    }
}

extension SemanticVersion: Comparable {
    /// The precedence of semver.org, section 11: a pre-release comes before its release.
    public static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
        if left.numbers != right.numbers { return left.numbers.lexicographicallyPrecedes(right.numbers) }
        if left.preRelease.isEmpty || right.preRelease.isEmpty {
            return !left.preRelease.isEmpty && right.preRelease.isEmpty
        }
        return left.preRelease.lexicographicallyPrecedes(right.preRelease, by: identifierPrecedes)
    }

    /// Numbers come before words, ordered by value: a number with more digits is larger.
    private static func identifierPrecedes(_ left: Substring, _ right: Substring) -> Bool {
        switch (isNumber(left), isNumber(right)) {
        case (true, true): left.utf8.count != right.utf8.count ? left.utf8.count < right.utf8.count : left < right
        case (true, false): true
        case (false, true): false
        case (false, false): left.utf8.lexicographicallyPrecedes(right.utf8)
        }
    }
}
