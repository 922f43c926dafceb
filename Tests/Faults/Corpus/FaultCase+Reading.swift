internal import Foundation

extension FaultCase {
    private static let keys: Set = ["expect", "each", "says", "says-part", "grows", "needs", "steps", "options"]

    /// The steps that lead to a callback, for callbacks that need more than opening and closing the extension.
    private static let ways: [String: [String]] = [
        "didPerformAction": ["misbehave"], "willTransition": ["expand"], "didTransition": ["expand"],
        "didSwipe": ["expand", "swipe"], "stickerCount": ["stickers"], "stickerAt": ["stickers"],
        "didStartSending": ["stage", "send"], "didCancelSending": ["stage", "cancel"],
        "willSelect": ["stage", "send", "select"], "didSelect": ["stage", "send", "select"],
        "didReceive": ["receive", "wait"], "didReceiveMemoryWarning": ["grow", "wait"],
        "didChangeSettings": ["set", "wait"], "completion": ["text", "wait"],
    ]

    /// The cases of one file.
    static func cases(of file: String) throws -> [FaultCase] {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        let lines = try statements(of: text)
        guard let expected = lines["expect"]?.first else { throw FaultGrammarError("it has no line 'expect'") }
        let when = text.firstMatch(of: /#define WHEN (\w+)/).map { String($0.1) } ?? "didPerformAction"
        guard let each = lines["each"]?.first?.split(separator: " ").map(String.init) else {
            return [try FaultCase(file, nil, expected, when, lines)]
        }
        guard each.count > 1 else { throw FaultGrammarError("'each' needs a macro and its values") }
        return try each.dropFirst().map { value in
            try FaultCase(
                file,
                "\(each[0])=\(value)",
                expected.replacing("$" + each[0], with: value),
                each[0] == "WHEN" ? value : when,
                lines
            )
        }
    }

    private init(
        _ file: String,
        _ variant: String?,
        _ expected: String,
        _ when: String,
        _ lines: [String: [String]]
    ) throws {
        let growth = try lines["grows"].map { values in
            guard let kibibytes = values.first.flatMap({ Int($0) }) else {
                throw FaultGrammarError("'grows' needs a number of KiB")
            }
            return kibibytes * 1024
        }
        func words(_ key: String) -> [String]? { lines[key]?.first?.split(separator: " ").map(String.init) }
        self.init(
            file: file,
            variant: variant,
            expectations: try expected.split(separator: " | ").map { try FaultExpectation(String($0)) },
            says: lines["says"] ?? [],
            saysInPart: lines["says-part"] ?? [],
            growth: growth,
            options: words("options") ?? [],
            steps: words("steps") ?? Self.ways[when] ?? [],
            needsSandbox: lines["needs"] == ["sandbox"]
        )
    }

    /// The lines of the first comment up to its first empty line, by key. An indented line continues the line before
    /// it.
    private static func statements(of text: String) throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        var last = ""
        guard text.hasPrefix("/*\n") else { throw FaultGrammarError("it does not begin with a comment") }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
            guard line.hasPrefix(" * ") else { break }
            let content = String(line.dropFirst(3))
            if content.hasPrefix(" ") {
                let more = content.drop { $0 == " " }
                found[last, default: [""]][found[last, default: [""]].count - 1] += " " + more
                continue
            }
            let parts = content.split(separator: ": ", maxSplits: 1).map(String.init)
            guard parts.count == 2, keys.contains(parts[0]) else {
                throw FaultGrammarError("'\(content)' has no known key")
            }
            last = parts[0]
            found[last, default: []].append(parts[1])
        }
        return found
    }
}
