/// A key of a file that this host does not know: it may be misspelt, or meant for a later version.
struct UnknownKey: Sendable, Hashable {
    let key: String
    /// The file and the path to the key.
    let place: String
    /// The keys that could stand there.
    let known: [String]

    /// The most that are told of a file, so that few hints are looked for.
    static let mostTold = 8

    /// A warning for each of the first ones, with the known key that it resembles, and one for the others together. `count` is how many
    /// there are, where these are the first ones only.
    static func warnings(_ keys: [UnknownKey], count: Int? = nil, of file: String) -> [String] {
        let told = keys.prefix(mostTold).map { key in
            "\(key.place) is not known to this host and is ignored\(SpellingSuggestions.hint(for: key.key, among: key.known))"
        }
        let rest = (count ?? keys.count) - told.count
        return told + (rest > 0 ? ["\(file): \(rest) more keys are not known to this host"] : [])
    }
}
