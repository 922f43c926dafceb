import Foundation
import MayflyTestSupport
import Testing

/// Each link of the documents leads to something that is there.
@Suite struct LinkTests {
    /// What of the links of these pages leads nowhere: the page, the line, and the target.
    private static func lost(in names: [String], of folder: URL) throws -> [String] {
        var pages: [String: MarkdownPage] = [:]
        func page(_ file: URL) throws -> MarkdownPage {
            let page = try pages[file.path] ?? MarkdownPage(file: file)
            pages[file.path] = page
            return page
        }
        func leads(_ target: String, from file: URL) throws -> Bool {
            let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let other = file.deletingLastPathComponent().appending(path: parts[0]).standardizedFileURL
            let found = parts[0].isEmpty ? file.standardizedFileURL : other
            guard FileManager.default.fileExists(atPath: found.path) else { return false }
            return try parts.count < 2 ? true : page(found).anchors.contains(parts[1])
        }
        return try names.flatMap { name in
            let file = folder.appending(path: name)
            let links = try page(file).links.filter { !$0.target.contains("://") }
            return try links.filter { try !leads($0.target, from: file) }.map { "\(name):\($0.line): \($0.target)" }
        }
    }

    @Test func everyLinkAndAnchorResolves() throws {
        let pages = try MarkdownPage.names()
        #expect(pages.contains("Documentation/specification/README.md"))
        let lost = try Self.lost(in: pages, of: Checkout.folder)
        #expect(lost.isEmpty, "\(lost.joined(separator: "\n"))")
    }

    @Test func noAnchorIsSetTwice() throws {
        for page in try MarkdownPage.names() {
            let doubled = try MarkdownPage(name: page).doubled
            #expect(doubled.isEmpty, "\(page)")
        }
    }

    @Test func aLinkThatLeadsNowhereIsFound() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mayfly-links-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = """
            # The `Page`, in C++
            <a id="s-1.2"></a>
            [a](#s-1.2) [b](#the-page-in-c) [c](page.md#s-1.2) [d](https://example.org/#x) `[e](#no)`
            ## Twice
            ## Twice
            [f](#twice-1) [g](#twice-2)
            [h](other.md) and [i](page.md#gone)
            ```
            [j](#no)
            ```
            """
        try text.write(to: folder.appending(path: "page.md"), atomically: true, encoding: .utf8)
        let lost = try Self.lost(in: ["page.md"], of: folder)
        #expect(lost == ["page.md:6: #twice-2", "page.md:7: other.md", "page.md:7: page.md#gone"])
    }
}
