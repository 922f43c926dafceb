/// Finds ids and words that are similar to a mistyped one.
package enum SpellingSuggestions {
    /// At most three ids, the most similar first. Compared are the whole id, its last label and the display name.
    static func of(_ text: String, among candidates: [(id: String, name: String)]) -> [String] {
        let typed = Array(text.lowercased().utf8.prefix(maximumLength))
        let limit = min(3, typed.count / 3)
        var found: [(distance: Int, id: String)] = []
        for candidate in candidates {
            let lastLabel = candidate.id.split(separator: ".").last.map(String.init) ?? candidate.id
            let forms = [candidate.id, lastLabel, candidate.name.lowercased()]
            let distances = forms.compactMap { distance(typed, Array($0.utf8.prefix(maximumLength)), atMost: limit) }
            if let distance = distances.min() { found.append((distance, candidate.id)) }
        }
        return found.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(3).map(\.id)
    }

    /// The word that is most similar to a mistyped one; nil when none is similar.
    static func nearest(to text: String, among words: [String]) -> String? {
        let typed = Array(text.lowercased().utf8.prefix(maximumLength))
        let limit = min(3, max(1, typed.count / 3))
        let distances = words.compactMap { word in
            distance(typed, Array(word.lowercased().utf8.prefix(maximumLength)), atMost: limit).map { (word, $0) }
        }
        return distances.min { $0.1 < $1.1 }?.0
    }

    /// The end of an error about a mistyped word, such as `; did you mean 'list'?`; empty when none is similar.
    package static func hint(for text: String, among words: [String]) -> String {
        nearest(to: text, among: words).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The largest number of compared bytes.
    private static let maximumLength = 128

    /// The Levenshtein distance in bytes; nil where it is larger than a limit. A byte is compared with those only that are so near in the
    /// other text, so that a long one takes little more than its length.
    private static func distance(_ left: [UInt8], _ right: [UInt8], atMost limit: Int) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        guard !right.isEmpty else { return left.count }
        let tooFar = limit + 1
        var row = (0...right.count).map { min($0, tooFar) }
        for (line, byte) in left.enumerated() {
            let (first, last) = (max(0, line - limit), min(right.count, line + limit + 1))
            var diagonal = row[first]
            row[first] = first == 0 ? min(line + 1, tooFar) : tooFar
            var least = row[first]
            for column in first..<last {
                // What is beyond the last row's end is too far.
                let above = column + 1 <= line + limit ? row[column + 1] : tooFar
                let new = byte == right[column] ? diagonal : 1 + min(diagonal, above, row[column])
                (diagonal, row[column + 1]) = (row[column + 1], min(new, tooFar))
                least = min(least, row[column + 1])
            }
            if least >= tooFar { return nil }
        }
        return row[right.count] <= limit ? row[right.count] : nil
    }
}
