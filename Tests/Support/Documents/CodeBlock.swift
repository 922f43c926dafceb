/// A block of code in a page of the documents.
package struct CodeBlock {
    /// The path of the page in the checkout.
    package let page: String
    /// The number of the first line after the fence.
    package let line: Int
    /// The word at the fence; empty for a drawing and for what a terminal shows.
    package let language: String
    package var lines: [String]

    package init(page: String, line: Int, language: String, lines: [String]) {
        (self.page, self.line, self.language, self.lines) = (page, line, language, lines)
    }

    package var text: String { lines.map { $0 + "\n" }.joined() }
    package var place: String { "\(page):\(line)" }

    /// The blocks of all pages.
    package static func current() throws -> [CodeBlock] {
        try MarkdownPage.names().flatMap { try MarkdownPage(name: $0).blocks }
    }
}
