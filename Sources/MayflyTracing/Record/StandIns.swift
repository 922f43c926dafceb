internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel

/// Replaces what is of people in a run: identifiers, texts and bytes. Numbers, the ids of controls and the words of the extension stay.
///
/// A text stays where it is a word of the extension's own files or a number of at most three digits. In URLs and in the extension's own
/// files each word is looked at by itself; in JSON each text, and the names of members stay.
struct StandIns {
    private let text: StandInText
    private var vocabulary: Vocabulary
    private var identifiers: [UUID128: UUID128] = [:]
    /// Folders of this machine, by the paths that a sandbox has for them.
    private let folders: [(path: String, shown: String)]

    init(key: [UInt8], vocabulary: Vocabulary, places: LaunchFacts.Places) {
        text = StandInText(key: key)
        self.vocabulary = vocabulary
        folders = [
            (places.bundle, WorkerContract.bundleFolder), (places.privateFolder, WorkerContract.privateFolder),
            (places.received, WorkerContract.receivedFolder),
        ]
    }

    // MARK: Values

    /// The values of parameters or fields, in their order.
    mutating func values(_ values: [Value], _ fields: [(name: String, type: ABIType)], _ way: StandInText.Way)
        -> [Value]
    {
        zip(values, fields).map { value($0, $1.type, named: $1.name, way) }
    }

    private mutating func value(
        _ value: Value,
        _ type: ABIType,
        named name: String,
        _ way: StandInText.Way
    ) -> Value {
        switch value {
        case .null, .boolean, .integer, .unsigned, .double: value
        case .text(let text): .text(standIn(text, named: name, way))
        case .bytes(let bytes): .bytes(standIn(bytes, way))
        case .uuid(let uuid): .uuid(standIn(uuid))
        case .record(let record):
            .record(
                RecordValue(
                    record.record,
                    values: values(
                        record.values,
                        record.record.marshalled.map { (record.record.fields[$0].name, record.record.fields[$0].type) },
                        way
                    )
                )
            )
        case .list(let elements):
            .list(elements.map { self.value($0, type, named: name, way) })
        }
    }

    private mutating func standIn(_ uuid: UUID128) -> UUID128 {
        if let known = identifiers[uuid] { return known }
        let new = UUID128(digest: SHA256.hash(text.key + uuid.bytes)) ?? uuid
        if identifiers.count < 1 << 16 { identifiers[uuid] = new }
        return new
    }

    /// What the fields of the interface hold.
    private mutating func standIn(_ text: String, named name: String, _ way: StandInText.Way) -> String {
        switch name {
        // What an extension names itself, and what the host names.
        case "id", "verb", "key", "currency", "method", "name", "product": text
        case "url": url(text, way)
        case "card_json", "data": json(text, way)
        case "file", "image_file", "media_file": path(text, way)
        default: whole(text, way)
        }
    }

    private mutating func standIn(_ bytes: [UInt8], _ way: StandInText.Way) -> [UInt8] {
        guard bytes.count <= Self.largestText, let text = String(validating: bytes, as: UTF8.self) else {
            return StandInText.bytes(count: bytes.count, way)
        }
        return Array(content(text, way).utf8)
    }

    // MARK: Texts

    /// More than this is not looked at word by word.
    static let largestText = 1 << 16

    /// A text that stays or is replaced as a whole.
    private mutating func whole(_ text: some StringProtocol, _ way: StandInText.Way) -> String {
        stays(text) ? String(text) : self.text.replacing(text, way)
    }

    private mutating func stays(_ text: some StringProtocol) -> Bool {
        Self.isShortNumber(text) || vocabulary.contains(String(text))
    }

    private static func isShortNumber(_ text: some StringProtocol) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8.dropFirst(0)
        return digits.count <= 3 && digits.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }

    /// A text in which each word has to stay for the whole to stay.
    private mutating func words(_ text: some StringProtocol, _ way: StandInText.Way) -> String {
        let all = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0.isASCII }
        if !stays(text), !all.allSatisfy({ stays($0) }) { return self.text.replacing(text, way) }
        return String(text)
    }

    /// The state of an extension: JSON, or lines of words.
    mutating func content(_ text: String, _ way: StandInText.Way) -> String {
        if let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            return json(text, way)
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { words($0, way) }
            .joined(separator: "\n")
    }

    /// The query of a URL has names, which stay, and values.
    private mutating func url(_ text: String, _ way: StandInText.Way) -> String {
        guard let mark = text.firstIndex(of: "?") else { return parts(text, "/", way) }
        let items = text[text.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        let query = items.map { item in
            guard let equals = item.firstIndex(of: "=") else { return encoded(item, way) }
            return item[...equals] + encoded(item[item.index(after: equals)...], way)
        }
        return parts(String(text[..<mark]), "/", way) + "?" + query.joined(separator: "&")
    }

    /// A part of a URL: what is percent-encoded in it stays so.
    private mutating func encoded(_ part: Substring, _ way: StandInText.Way) -> String {
        let raw = Array(part.utf8)
        var bytes: [(byte: UInt8, isEscaped: Bool)] = []
        var index = 0
        while index < raw.count {
            let isEscaped = raw[index] == UInt8(ascii: "%")
            let digits = raw[(index + 1)...].prefix(isEscaped ? 2 : 0)
            guard digits.count == StandInText.digits(digits.map { Unicode.Scalar($0) }, most: 2),
                let value = isEscaped ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : raw[index],
                digits.count == (isEscaped ? 2 : 0)
            else { return words(part, way) }
            bytes.append((value, isEscaped))
            index += isEscaped ? 3 : 1
        }
        guard let text = String(validating: bytes.map(\.byte), as: UTF8.self) else { return words(part, way) }
        let replaced = words(text, way)
        guard replaced != text else { return String(part) }
        let result = zip(replaced.utf8, bytes).flatMap { byte, former in
            former.isEscaped ? Array("%".utf8) + Array([byte].hexadecimal.uppercased().utf8) : [byte]
        }
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func parts(_ text: String, _ separator: Character, _ way: StandInText.Way) -> String {
        text.split(separator: separator, omittingEmptySubsequences: false).map { words($0, way) }
            .joined(separator: String(separator))
    }

    // MARK: Paths

    /// The path of a file of the extension, as it is in a sandbox.
    private mutating func path(_ text: String, _ way: StandInText.Way) -> String {
        guard let (folder, rest) = split(text) else { return parts(text, "/", way) }
        // What is in the bundle is the extension's own.
        return folder + (folder == WorkerContract.bundleFolder ? rest : name(rest, way))
    }

    /// The folder of the extension that a path begins with, by its name in a sandbox, and what follows.
    func split(_ text: String) -> (folder: String, rest: String)? {
        for (path, shown) in folders {
            for beginning in [path, shown] where text == beginning || text.hasPrefix(beginning + "/") {
                return (shown, String(text.dropFirst(beginning.count)))
            }
        }
        return nil
    }

    /// The path of a file in a folder of the extension. Its ending stays.
    mutating func name(_ relative: String, _ way: StandInText.Way) -> String {
        let parts = relative.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard let dot = part.lastIndex(of: "."), part[dot...].utf8.count <= 6 else { return words(part, way) }
            return words(part[..<dot], way) + part[dot...]
        }
        return parts.joined(separator: "/")
    }

    // MARK: JSON

    /// Members whose values are no words for people.
    private static let structure: Set<String> = [
        "id", "type", "verb", "version", "$schema", "size", "style", "color", "weight", "spacing", "width", "height",
        "horizontalAlignment", "verticalContentAlignment", "associatedInputs",
    ]

    /// JSON with other texts. Its size and its shape stay, also where it is not valid.
    mutating func json(_ text: String, _ way: StandInText.Way) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var (index, member) = (0, "")
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let end = Self.endOfText(bytes, from: index + 1)
            let content = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
            let next = bytes[min(end + 1, bytes.count)...].first {
                $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09
            }
            result.append(bytes[index])
            if next == UInt8(ascii: ":") {
                member = content
                result += content.utf8
            } else if Self.structure.contains(member) {
                result += content.utf8
            } else if content.utf8.contains(UInt8(ascii: "\\")) {
                result += escaped(content, way).utf8
            } else if member == "url" {
                result += url(content, way).utf8
            } else {
                result += whole(content, way).utf8
            }
            if end < bytes.count { result.append(bytes[end]) }
            index = end + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The offset of the quotation mark that ends a text, or of the end.
    private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.count)
    }

    /// The letters behind a backslash in JSON.
    private static let escapes = Set("\"\\/bfnrt".unicodeScalars)

    /// A text with escapes, which stay; of those with a number, the digits are replaced.
    private func escaped(_ content: String, _ way: StandInText.Way) -> String {
        var result = ""
        var rest = content.unicodeScalars[...]
        while let slash = rest.firstIndex(of: "\\") {
            result += text.replacing(Substring(rest[..<slash]), way) + "\\"
            rest = rest[slash...].dropFirst()
            guard let letter = rest.first, letter == "u" || Self.escapes.contains(letter) else { continue }
            result.unicodeScalars.append(letter)
            rest = rest.dropFirst()
            guard letter == "u" else { continue }
            let count = StandInText.digits(rest, most: 4)
            result += StandInText.digits(count: count, way)
            rest = rest.dropFirst(count)
        }
        return result + text.replacing(Substring(rest), way)
    }
}
