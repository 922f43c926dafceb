import Foundation

/// The anchors and the links of a page in Markdown.
struct MarkdownPage {
    struct Link {
        let target: String
        let line: Int
    }

    /// What `#…` may name: headings, as code hosts number them, and `<a id="…">`.
    private(set) var anchors: Set<String> = []
    /// Anchors that are set twice, so that a link to them finds the first only.
    private(set) var doubled: [String] = []
    private(set) var links: [Link] = []

    init(file: URL) throws { self.init(text: try String(contentsOf: file, encoding: .utf8)) }

    init(text: String) {
        var isCode = false
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            if line.trimmingCharacters(in: .whitespaces).hasPrefix("```") {
                isCode.toggle()
            } else if !isCode {
                add(String(line), number: index + 1)
            }
        }
    }

    private mutating func add(_ line: String, number: Int) {
        if let heading = line.wholeMatch(of: #/#{1,6} +(?<title>.*)/#) {
            let slug = Self.slug(String(heading.title))
            let later = (1...).lazy.map { "\(slug)-\($0)" }.first { !self.anchors.contains($0) }
            anchors.insert(anchors.contains(slug) ? later ?? slug : slug)
        }
        let plain = line.replacing(#/`[^`]*`/#, with: "")
        for match in plain.matches(of: #/<a id="(?<id>[^"]+)">/#) where !anchors.insert(String(match.id)).inserted {
            doubled.append(String(match.id))
        }
        links += plain.matches(of: #/\]\((?<target>[^)\s]+)\)/#).map { Link(target: String($0.target), line: number) }
    }

    /// `In C++` becomes `in-c`.
    private static func slug(_ title: String) -> String {
        let kept = title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
        return kept.replacing(" ", with: "-")
    }
}
