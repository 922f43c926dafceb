import MayflyModel

extension CardReader {
    /// The reader of one kind of part; the flag tells that a part around it has a fallback.
    typealias PartReading<Part> = (inout CardReader, Fields, Bool) throws(ReadingError) -> Part

    /// Reads one part by the format's rules of fallback; nil when it is left out.
    ///
    /// A part that cannot be used is replaced by its `fallback`. Without one, the nearest enclosing part with a `fallback` is
    /// replaced as a whole; without such a part, the part alone is left out.
    mutating func part<Part>(
        _ value: JSONValue,
        noun: String,
        underFallback: Bool,
        read: PartReading<Part>
    ) throws(ReadingError) -> Part? {
        try countPart()
        let idsBefore = inputIDs
        guard let fields = Fields(value) else {
            return try leaveOut("\(noun) is \(value.kind), not an object", underFallback: underFallback)
        }
        do throws(ReadingError) {
            try checkRequirements(of: fields)
            return try read(&self, fields, underFallback || fields["fallback"] != nil)
        } catch {
            guard case .unusable(let reason) = error else { throw error }
            inputIDs = idsBefore
            let failure = "\(noun) \(Self.name(of: fields)) \(reason)"
            return try fallback(for: fields, failure, noun: noun, underFallback: underFallback, read: read)
        }
    }

    private mutating func fallback<Part>(
        for fields: Fields,
        _ failure: String,
        noun: String,
        underFallback: Bool,
        read: PartReading<Part>
    ) throws(ReadingError) -> Part? {
        switch fields["fallback"] {
        case nil:
            return try leaveOut("\(failure) and has no fallback", underFallback: underFallback)
        case .text(let text)? where text.lowercased().hasSameBytes(as: "drop"):
            notes.add("\(failure); it is dropped, as its fallback says")
            return nil
        case .object(let replacement)?:
            notes.add("\(failure); its fallback is used")
            return try part(.object(replacement), noun: noun, underFallback: underFallback, read: read)
        default:
            return try leaveOut("\(failure) and has an unreadable fallback", underFallback: underFallback)
        }
    }

    private mutating func leaveOut<Part>(_ note: String, underFallback: Bool) throws(ReadingError) -> Part? {
        notes.add(note)
        if underFallback { throw .unusable("holds a part that cannot be shown") }
        return nil
    }

    /// Every feature of `requires` must be one that this host offers, in that version or a newer one.
    private func checkRequirements(of fields: Fields) throws(ReadingError) {
        guard let value = fields["requires"] else { return }
        guard case .object(let features) = value else { throw .unusable("has a 'requires' that is not an object") }
        for feature in features {
            guard case .text(let text) = feature.value else {
                throw .unusable("requires a version that is not a string")
            }
            let isMet = text.hasSameBytes(as: "*") || CardVersion(text).map { $0 <= .supported } ?? false
            guard feature.name == "adaptiveCards", isMet else {
                let name = SafeText.line("\(feature.name) \(text)", limit: 80)
                throw .unusable("requires '\(name)', which this host does not offer")
            }
        }
    }

    private static func name(of fields: Fields) -> String {
        guard case .text(let type)? = fields["type"] else { return "without a type" }
        let quoted = "'\(SafeText.line(type, limit: 80))'"
        guard case .text(let id)? = fields["id"] else { return quoted }
        return "\(quoted) (id '\(SafeText.line(id, limit: 80))')"
    }
}
