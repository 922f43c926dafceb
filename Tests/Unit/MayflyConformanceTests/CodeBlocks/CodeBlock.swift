/// A block of code in a page of the documents.
struct CodeBlock {
    /// The path of the page in the checkout.
    let page: String
    /// The number of the first line after the fence.
    let line: Int
    /// The word at the fence; empty for a drawing and for what a terminal shows.
    let language: String
    var lines: [String]

    var text: String { lines.map { $0 + "\n" }.joined() }
    var place: String { "\(page):\(line)" }

    /// The blocks of all pages.
    static func current() throws -> [CodeBlock] {
        try MarkdownPage.names().flatMap { try MarkdownPage(name: $0).blocks }
    }
}
