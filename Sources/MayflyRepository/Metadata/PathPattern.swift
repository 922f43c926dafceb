/// A pattern of paths: `*` is any text without a slash, `?` one byte that is no slash (The Update Framework, section 4.5).
///
/// A part of it has one star at most: it is what a path begins and ends with there, and is compared once.
struct PathPattern: Sendable, Hashable {
    /// As metadata has it.
    let text: String
    /// What stands before the first star or question mark: most paths do not begin with it.
    let beginning: [UInt8]
    /// Whether no part has two stars; one that has them matches nothing.
    let isSimple: Bool
    private let parts: [Part]

    private struct Part: Sendable, Hashable {
        let beginning: [UInt8]
        /// What is behind the star; nil without a star.
        let end: [UInt8]?

        init(_ text: ArraySlice<UInt8>) {
            let star = text.firstIndex(of: PathPattern.star)
            beginning = Array(text[..<(star ?? text.endIndex)])
            end = star.map { Array(text[($0 + 1)...]) }
        }
    }

    private static let (star, question) = (UInt8(ascii: "*"), UInt8(ascii: "?"))

    init(_ text: String) {
        self.text = text
        beginning = Array(text.utf8.prefix { $0 != Self.star && $0 != Self.question })
        parts = Array(text.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Part.init)
        isSimple = parts.allSatisfy { $0.end?.contains(Self.star) != true }
    }

    func matches(_ path: String) -> Bool {
        var steps = 0
        return matches(SplitPath(path), steps: &steps)
    }

    /// The same; `steps` grows by what it takes, in bytes that are compared.
    func matches(_ path: SplitPath, steps: inout Int) -> Bool {
        steps += Self.stepsOfCall
        guard isSimple, path.parts.count == parts.count else { return false }
        for (part, range) in zip(parts, path.parts) {
            steps += Self.stepsOfPart
            let (first, last) = (part.beginning, part.end ?? [])
            let count = first.count + last.count
            guard part.end == nil ? range.count == count : range.count >= count,
                Self.isEqual(first, path.bytes, range.lowerBound, &steps),
                Self.isEqual(last, path.bytes, range.upperBound - last.count, &steps)
            else { return false }
        }
        return true
    }

    /// What a comparison takes that ends at once: as long as that of some bytes.
    private static let stepsOfCall = 32
    /// What a part takes, whatever is in it: a pattern may have 128 parts of one star.
    private static let stepsOfPart = 16

    private static func isEqual(_ pattern: [UInt8], _ bytes: [UInt8], _ start: Int, _ steps: inout Int) -> Bool {
        for (offset, byte) in pattern.enumerated() {
            steps += 1
            guard byte == question || byte == bytes[start + offset] else { return false }
        }
        return true
    }

    /// Whether it can match a path of an id that begins with a prefix: one is the beginning of the other.
    func overlaps(_ prefix: String) -> Bool {
        let own = text.utf8.prefix { $0 != Self.star }
        return own.starts(with: prefix.utf8) || prefix.utf8.starts(with: own)
    }
}

/// The bytes of a path, and where its parts are.
struct SplitPath {
    let bytes: [UInt8]
    let parts: [Range<Int>]

    init(_ text: String) {
        bytes = Array(text.utf8)
        parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(\.indices)
    }
}
