internal import MayflyABI
internal import MayflyModel

/// What in a replay stands for what in its record: identifiers that are drawn at random, and folders.
struct Correspondence {
    /// Identifiers of the record, and those of the replay.
    private var identifiers = IdentifierPairs()
    /// Folders by their paths in the record, which are those in a sandbox, with those of the replay.
    private let folders: [(recorded: String, actual: String)]

    init(folders: [(recorded: String, actual: String)]) { self.folders = folders.filter { $0.recorded != $0.actual } }

    /// Learns which identifiers correspond in two values of one type.
    mutating func pair(_ one: [Value], _ other: [Value]) {
        for (one, other) in zip(one, other) { pair(one, other) }
    }

    private mutating func pair(_ one: Value, _ other: Value) {
        switch (one, other) {
        case (.uuid(let one), .uuid(let other)): bind(one, other)
        case (.record(let one), .record(let other)): pair(one.values, other.values)
        case (.list(let one), .list(let other)): pair(one, other)
        case (.text(let one), .text(let other)):
            let (one, other) = (IdentifierText.all(in: one), IdentifierText.all(in: other))
            guard one.count == other.count else { return }
            for (one, other) in zip(one, other) { bind(one, other) }
        default: break
        }
    }

    /// The first pair counts: a later one is a difference.
    private mutating func bind(_ one: UUID128, _ other: UUID128) {
        guard identifiers.count < 1 << 16 else { return }
        identifiers.pair(one, other)
    }

    /// Values of the record as the replay has them.
    func actual(_ values: [Value]) -> [Value] {
        let folders = folders.map { ($0.recorded, $0.actual) }
        return values.map { map($0, identifiers.second(for:)) { Self.replacing($0, folders) } }
    }

    /// Values of the replay as the record has them.
    func recorded(_ values: [Value]) -> [Value] {
        let folders = folders.map { ($0.actual, $0.recorded) }
        return values.map { map($0, identifiers.first(for:)) { Self.replacing($0, folders) } }
    }

    private func map(_ value: Value, _ partner: (UUID128) -> UUID128?, _ path: (String) -> String) -> Value {
        switch value {
        case .uuid(let uuid): .uuid(partner(uuid) ?? uuid)
        case .text(let text):
            .text(IdentifierText.replacing(in: path(text)) { (partner($0) ?? $0).description })
        case .record(let record):
            .record(RecordValue(record.record, values: record.values.map { map($0, partner, path) }))
        case .list(let values): .list(values.map { map($0, partner, path) })
        case .null, .boolean, .integer, .unsigned, .double, .bytes: value
        }
    }

    private static func replacing(_ text: String, _ folders: [(String, String)]) -> String {
        for (from, to) in folders where text == from || text.hasPrefix(from + "/") {
            return to + text.dropFirst(from.count)
        }
        return text
    }
}
