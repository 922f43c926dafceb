package import Foundation
internal import Testing

/// The anchors, the links and the blocks of code of a page in Markdown.
package struct MarkdownPage {
    package struct Link {
        package let target: String
        package let line: Int
    }

    /// What `#…` may name: headings, as code hosts number them, and `<a id="…">`.
    package private(set) var anchors: Set<String> = []
    /// Anchors that are set twice, so that a link to them finds the first only.
    package private(set) var doubled: [String] = []
    package private(set) var links: [Link] = []
    package private(set) var blocks: [CodeBlock] = []

    /// The paths of all pages in the checkout, those of the catalogues of libraries (`MayflyHost.docc`) included.
    package static func names() throws -> [String] {
        let documents = try pages(in: "Documentation")
        let catalogues = try pages(in: "Sources").filter { $0.contains(".docc/") }
        return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"] + documents + catalogues
    }

    private static func pages(in name: String) throws -> [String] {
        let below = try #require(FileManager.default.enumerator(atPath: Checkout.folder.appending(path: name).path))
        return below.compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "\(name)/\($0)" }.sorted()
    }

    /// A page of the checkout by its path.
    package init(name: String) throws {
        let file = Checkout.folder.appending(path: name)
        self.init(text: try String(contentsOf: file, encoding: .utf8), name: name)
    }

    package init(file: URL) throws { self.init(text: try String(contentsOf: file, encoding: .utf8)) }

    package init(text: String, name: String = "") {
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
