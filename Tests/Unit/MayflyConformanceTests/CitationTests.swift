import Foundation
import MayflyConformance
import MayflyTestSupport
import Testing

/// Each number of the specification that a comment, a test or a page cites is there.
@Suite struct CitationTests {
    private static let places = [
        "Sources", "Tests", "Plugins", "Documentation", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile",
    ]

    /// Files of text below those places, with their paths in the checkout. The tests of the recording itself cite what
    /// does not exist.
    private static func files() throws -> [(path: String, data: Data)] {
        let endings: Set = ["swift", "h", "c", "cc", "cpp", "hpp", "rs", "md", "mk", "map", ""]
        var paths: [String] = []
        for place in places {
            let url = Checkout.folder.appending(path: place)
            guard let below = FileManager.default.enumerator(atPath: url.path), try isFolder(url) else {
                paths.append(place)
                continue
            }
            for case let name as String in below { paths.append("\(place)/\(name)") }
        }
        return try paths.compactMap { path in
            let url = Checkout.folder.appending(path: path)
            let isOwn = path.hasPrefix("Tests/Unit/MayflyConformanceTests")
            guard endings.contains(url.pathExtension), !isOwn, try !isFolder(url) else { return nil }
            return (path, try Data(contentsOf: url))
        }
    }

    private static func isFolder(_ url: URL) throws -> Bool {
        try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false
    }

    /// The anchors of all pages of the specification: `c-071`, `s-3.13`.
    private static func anchors() throws -> Set<String> {
        let names = try FileManager.default.contentsOfDirectory(atPath: Catalogue.folder.path)
        let pages = names.filter { $0.hasSuffix(".md") }.map { Catalogue.folder.appending(path: $0) }
        return try pages.reduce(into: []) { try $0.formUnion(MarkdownPage(file: $1).anchors) }
    }

    @Test func everyNumberThatIsCitedHasItsAnchor() throws {
        let anchors = try Self.anchors()
        let citations = try Self.files().flatMap { file in Citation.all(in: file.data).map { (file.path, $0) } }
        #expect(citations.count > 500)
        let lost = citations.filter { !anchors.contains($0.1.anchor) }.map { "\($0.0):\($0.1.line): \($0.1.text)" }
        #expect(lost.isEmpty, "the specification lacks \(lost.joined(separator: "\n"))")
    }

    @Test func findsNumbersOfStatementsConflictsDecisionsAndSections() {
        let text = """
            // C-071 and (K-03), D-32.
            // model 5.10, model 2.4, 2.5, and model section 8; section 3 of the model.
            // XC-071 C-0712 C-07 AC-1234 D-3 UTF-8 c-071 RFC 9562, 5.8 remodel 9.9
            """
        #expect(
            Citation.all(in: Data(text.utf8)).map { "\($0.line) \($0.anchor)" } == [
                "1 c-071", "1 k-03", "1 d-32", "2 s-5.10", "2 s-2.4", "2 s-2.5", "2 s-8", "2 s-3",
            ]
        )
    }
}
