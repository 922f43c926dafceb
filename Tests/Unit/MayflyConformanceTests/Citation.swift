import Foundation

/// A number of the specification that stands in a text: `C-071`, `K-03`, `D-32`, `model 3.13`, `section 3 of the model`.
struct Citation {
    let text: String
    /// What the specification has for it: `c-071`, `k-03`, `s-3.13`.
    let anchor: String
    let line: Int

    /// All that stand in a text, in its order.
    static func all(in data: Data) -> [Citation] {
        guard data.contains(UInt8(ascii: "-")) || data.range(of: Data("model".utf8)) != nil else { return [] }
        let text = String(decoding: data, as: UTF8.self)
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .flatMap { index, line in found(in: line).map { Citation(text: $0, anchor: $1, line: index + 1) } }
    }

    private static func found(in line: Substring) -> [(text: String, anchor: String)] {
        var found: [(String, String)] = []
        // Most lines have none; the expressions are slow.
        if line.utf8.contains(UInt8(ascii: "-")), ["C-", "D-", "K-"].contains(where: line.contains) {
            found += line.matches(of: #/\b(?:C-[0-9]{3}|[DK]-[0-9]{2})\b/#).map {
                (String($0.output), $0.output.lowercased())
            }
        }
        if line.contains("model") {
            let forward = line.matches(
                of: #/\bmodel (?:section )?(?<numbers>[0-9]+(?:\.[0-9]+)?(?:, [0-9]+\.[0-9]+)*)/#
            )
            found += forward.flatMap { $0.numbers.split(separator: ", ") }.map { ("model \($0)", "s-\($0)") }
            let backward = line.matches(of: #/\bsection (?<number>[0-9]+(?:\.[0-9]+)?) of the model\b/#)
            found += backward.map { ("section \($0.number)", "s-\($0.number)") }
        }
        return found
    }
}
