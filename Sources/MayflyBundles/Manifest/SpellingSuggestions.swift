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
            let distance = forms.map { self.distance(typed, Array($0.utf8.prefix(maximumLength))) }.min() ?? .max
            if distance <= limit { found.append((distance, candidate.id)) }
        }
        return found.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(3).map(\.id)
    }

    /// The word that is most similar to a mistyped one; nil when none is similar.
    static func nearest(to text: String, among words: [String]) -> String? {
        let typed = Array(text.lowercased().utf8.prefix(maximumLength))
        let distances = words.map { ($0, distance(typed, Array($0.lowercased().utf8.prefix(maximumLength)))) }
        let limit = min(3, max(1, typed.count / 3))
        return distances.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
    }

    /// The end of an error about a mistyped word, such as `; did you mean 'list'?`; empty when none is similar.
    package static func hint(for text: String, among words: [String]) -> String {
        nearest(to: text, among: words).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The largest number of compared bytes: the cost is quadratic.
    private static let maximumLength = 128

    /// The Levenshtein distance in bytes.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (line, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in right.enumerated() {
                let above = row[column + 1]
                row[column + 1] = byte == other ? diagonal : 1 + min(diagonal, above, row[column])
                diagonal = above
            }
        }
        return row[right.count]
    }
}
