/// Finds the ids that a mistyped one may have meant.
enum SpellingSuggestions {
    /// At most three ids, nearest first. A candidate is compared by its whole id, its last label and its display name.
    static func of(_ text: String, among candidates: [(id: String, name: String)]) -> [String] {
        let wanted = Array(text.lowercased().utf8.prefix(ceiling))
        let allowed = min(3, wanted.count / 3)
        var found: [(distance: Int, id: String)] = []
        for candidate in candidates {
            let lastLabel = candidate.id.split(separator: ".").last.map(String.init) ?? candidate.id
            let forms = [candidate.id, lastLabel, candidate.name.lowercased()]
            let distance = forms.map { self.distance(wanted, Array($0.utf8.prefix(ceiling))) }.min() ?? .max
            if distance <= allowed { found.append((distance, candidate.id)) }
        }
        return found.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(3).map(\.id)
    }

    /// No text is compared further than this, since the work grows with the square.
    private static let ceiling = 128

    /// How many bytes must be put in, taken out or changed (Levenshtein).
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
