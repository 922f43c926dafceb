internal import Foundation
internal import MayflyBundles
internal import MayflyModel

/// The name of a new extension, and what is made of it.
struct ProjectName: Sendable {
    /// As people see it: letters of all languages, digits, spaces and a few signs, so that it can stand in every language's texts.
    let title: String
    /// The words of the name in small letters of ASCII, such as `["my", "game"]`.
    private let words: [String]

    /// For names of files, such as `my-game`.
    var file: String { words.joined(separator: "-") }
    /// For C, such as `my_game`.
    var identifier: String { words.joined(separator: "_") }
    /// For types, such as `MyGame`.
    var type: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }
    /// For the manifest, such as `org.example.my-game`.
    var id: String { "org.example.\(file)" }

    /// The most characters, as in a manifest.
    private static let longest = 80
    private static let signs: Set<Unicode.Scalar> = ["-", "_", ".", "'"]

    /// Throws `.invalidName` with the rule that the name breaks.
    init(_ text: String) throws(MayflyError) {
        guard (1...Self.longest).contains(text.count), text.utf8.count <= 4 * Self.longest else {
            throw Self.problem(text, "must have 1 to \(Self.longest) characters, found \(text.count)")
        }
        if let other = text.unicodeScalars.first(where: { !Self.isAllowed($0) }) {
            let found = shown(String(Character(other)))
            throw Self.problem(text, "must have only letters, digits, spaces and the signs - _ . ', found '\(found)'")
        }
        title = text
        words = Self.words(of: text)
        guard let first = words.first?.utf8.first else {
            throw Self.problem(text, "needs a letter from a to z, of which the id in the manifest is made")
        }
        guard first >= UInt8(ascii: "a") else {
            throw Self.problem(
                text,
                "must begin with a letter from a to z, not with a digit: the id in the manifest does"
            )
        }
        guard ExtensionID(rawValue: id) != nil else {
            throw Self.problem(text, "gives the id '\(id)', which is not \(ExtensionID.rule)")
        }
    }

    private static func problem(_ text: String, _ rule: String) -> MayflyError {
        MayflyError(.invalidName, "the name '\(shown(text))' \(rule)")
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return scalar == " " || signs.contains(scalar) || properties.isAlphabetic || properties.numericType == .decimal
            || properties.generalCategory == .nonspacingMark
    }

    /// The letters and digits of ASCII. Letters with marks count without them, and all else separates words.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var isInside = false
        for scalar in text.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal)
            if isPlain {
                if !isInside { words.append("") }
                words[words.count - 1].unicodeScalars.append(scalar)
            }
            // A mark belongs to the letter before it, and an apostrophe is no end of a word.
            let isWithin = scalar.properties.generalCategory == .nonspacingMark || scalar == "'"
            isInside = isPlain || isInside && isWithin
        }
        return words
    }
}
