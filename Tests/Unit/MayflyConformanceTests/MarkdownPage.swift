import Foundation
import MayflyTestSupport
import Testing

/// The anchors, the links and the blocks of code of a page in Markdown.
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
    private(set) var blocks: [CodeBlock] = []

    /// The paths of all pages in the checkout.
    static func names() throws -> [String] {
        let folder = Checkout.folder.appending(path: "Documentation")
        let below = try #require(FileManager.default.enumerator(atPath: folder.path))
        let documents = below.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "Documentation/\($0)" }
        return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"] + documents.sorted()
    }

    /// A page of the checkout by its path.
    init(name: String) throws {
        let file = Checkout.folder.appending(path: name)
        self.init(text: try String(contentsOf: file, encoding: .utf8), name: name)
    }

    init(file: URL) throws { self.init(text: try String(contentsOf: file, encoding: .utf8)) }

    init(text: String, name: String = "") {
        var block: CodeBlock?
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if !trimmed.hasPrefix("```") {
                if block == nil { add(String(line), number: index + 1) } else { block?.lines.append(String(line)) }
            } else if let ended = block {
                blocks.append(ended)
                block = nil
            } else {
                block = CodeBlock(page: name, line: index + 2, language: String(trimmed.dropFirst(3)), lines: [])
            }
        }
        if let block { blocks.append(block) }
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
