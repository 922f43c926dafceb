package import MayflyModel

/// The members of one JSON object, with errors that name the file, the key, the rule and the value.
package struct JSONObject {
    /// The name of the file in messages, such as `manifest.json`.
    package let file: String
    /// The code of all errors.
    package let code: MayflyError.Code
    /// The path from the root to this object, such as `permissions[0].`; empty for the root.
    private let path: String
    /// The object itself, its members in the order of the file.
    package let value: JSONValue
    package let members: [String: JSONValue]

    /// The largest nesting depth of lists and objects.
    private static let maximumDepth = 64

    /// The largest text in bytes.
    private static let longestText = 8 * 1024

    /// Reads a whole file of at most `limit` bytes, which must be an object.
    package init(_ bytes: [UInt8], limit: Int, file: String, code: MayflyError.Code) throws(MayflyError) {
        let value: JSONValue
        do {
            value = try JSONReader(maximumBytes: limit, maximumDepth: Self.maximumDepth).value(of: bytes)
        } catch {
            throw MayflyError(code, "\(file): \(error)", cause: error)
        }
        guard case .object(let members) = value else {
            throw MayflyError(code, "\(file): must be an object, found \(value.kind)")
        }
        self.init(file: file, code: code, path: "", members: members)
    }

    /// The members of a value that was read already, which must be an object.
    package init(_ value: JSONValue, file: String, code: MayflyError.Code) throws(MayflyError) {
        guard case .object(let members) = value else {
            throw MayflyError(code, "\(file): must be an object, found \(value.kind)")
        }
        self.init(file: file, code: code, path: "", members: members)
    }

    private init(file: String, code: MayflyError.Code, path: String, members: [JSONValue.Member]) {
        self.file = file
        self.code = code
        self.path = path
        value = .object(members)
        self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// An error about a key, such as "manifest.json: 'id' must be a string, found a number".
    package func problem(_ key: String, _ rule: String) -> MayflyError {
        MayflyError(code, "\(file): '\(path)\(shown(key))' \(rule)")
    }

    /// A warning for each member that is not among these, the first few with the known key that each resembles.
    package func unknownKeyWarnings(besides known: [String]) -> [String] {
        UnknownKey.warnings(unknownKeys(besides: known), of: file)
    }

    /// The members that are not among these, sorted.
    func unknownKeys(besides known: [String]) -> [UnknownKey] {
        unknownKeys { known.contains($0) }.map { UnknownKey(key: $0.key, place: $0.place, known: known) }
    }

    /// The same, where `isKnown` tells them. What could stand there is left open.
    func unknownKeys(unless isKnown: (String) -> Bool) -> [UnknownKey] {
        members.keys.filter { !isKnown($0) }.sorted().map { key in
            UnknownKey(key: key, place: "\(file): '\(path)\(shown(key))'", known: [])
        }
    }

    /// The value of a key; null counts as absent.
    private func value(_ key: String) -> JSONValue? {
        members[key].flatMap { $0 == .null ? nil : $0 }
    }

    package func missing(_ key: String) -> MayflyError { problem(key, "is missing") }

    package func text(_ key: String) throws(MayflyError) -> String {
        guard let text = try optionalText(key) else { throw missing(key) }
        return text
    }

    /// The text of a key, or of its other spelling when the key is absent.
    package func optionalText(_ key: String, or other: String? = nil) throws(MayflyError) -> String? {
        guard let value = value(key) ?? other.flatMap(value) else { return nil }
        guard case .text(let text) = value else { throw problem(key, "must be a string, found \(value.kind)") }
        try requireShort(text, key)
        return text
    }

    /// The number of a key, or of its other spelling when the key is absent.
    func optionalNumber(_ key: String, or other: String? = nil) throws(MayflyError) -> Double? {
        guard let value = value(key) ?? other.flatMap(value) else { return nil }
        guard case .number(let number) = value else { throw problem(key, "must be a number, found \(value.kind)") }
        guard let double = number.double else { throw problem(key, "is too large, found \(shown(number.text))") }
        return double
    }

    /// The whole number of a key, from 0 up.
    package func count(_ key: String) throws(MayflyError) -> Int {
        guard let value = value(key) else { throw missing(key) }
        guard case .number(let number) = value else { throw problem(key, "must be a number, found \(value.kind)") }
        guard let count = number.int64.flatMap(Int.init(exactly:)), count >= 0 else {
            throw problem(key, "must be a whole number from 0 up, found \(shown(number.text))")
        }
        return count
    }

    package func object(_ key: String) throws(MayflyError) -> JSONObject {
        guard let object = try optionalObject(key) else { throw missing(key) }
        return object
    }

    /// The names of all members, sorted, each of which must be an object.
    package func objects() throws(MayflyError) -> [(name: String, object: JSONObject)] {
        var result: [(name: String, object: JSONObject)] = []
        for key in members.keys.sorted() { result.append((key, try object(key))) }
        return result
    }

    package func optionalObject(_ key: String) throws(MayflyError) -> JSONObject? {
        guard let value = value(key) else { return nil }
        guard case .object(let members) = value else { throw problem(key, "must be an object, found \(value.kind)") }
        return JSONObject(file: file, code: code, path: "\(path)\(shown(key)).", members: members)
    }

    /// The items of a list, each of which must be an object; nil when the key is absent.
    package func optionalObjects(_ key: String) throws(MayflyError) -> [JSONObject]? {
        guard let items = try optionalList(key) else { return nil }
        var objects: [JSONObject] = []
        for (index, item) in items.enumerated() {
            guard case .object(let members) = item else {
                throw problem("\(key)[\(index)]", "must be an object, found \(item.kind)")
            }
            objects.append(JSONObject(file: file, code: code, path: "\(path)\(key)[\(index)].", members: members))
        }
        return objects
    }

    /// The items of a list, each of which must be text; nil when the key is absent.
    package func optionalTexts(_ key: String) throws(MayflyError) -> [String]? {
        guard let items = try optionalList(key) else { return nil }
        var texts: [String] = []
        for (index, item) in items.enumerated() {
            guard case .text(let text) = item else {
                throw problem("\(key)[\(index)]", "must be a string, found \(item.kind)")
            }
            try requireShort(text, "\(key)[\(index)]")
            texts.append(text)
        }
        return texts
    }

    /// Texts are compared with known words, and in their normal form, which takes the square of the number of accents on one letter.
    private func requireShort(_ text: String, _ key: String) throws(MayflyError) {
        guard text.utf8.count <= Self.longestText else {
            throw problem(
                key,
                "must have at most \(grouped(Self.longestText)) bytes, found \(grouped(text.utf8.count))"
            )
        }
    }

    private func optionalList(_ key: String) throws(MayflyError) -> [JSONValue]? {
        guard let value = value(key) else { return nil }
        guard case .list(let items) = value else { throw problem(key, "must be an array, found \(value.kind)") }
        return items
    }

    /// All members, each of which must be text; keys sorted, so that the first error is always the same.
    package func texts() throws(MayflyError) -> [String: String] {
        var result: [String: String] = [:]
        for key in members.keys.sorted() { result[key] = try text(key) }
        return result
    }

    /// All members, each of which must be a number.
    func numbers() throws(MayflyError) -> [String: Double] {
        var result: [String: Double] = [:]
        for key in members.keys.sorted() {
            guard let number = try optionalNumber(key) else { throw missing(key) }
            result[key] = number
        }
        return result
    }
}
