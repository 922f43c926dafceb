import Foundation
import MayflyTestSupport
import Testing

/// The files of the page go out without comments and blanks that nobody needs.
@Suite struct PageTextTests {
    private static let folder = Checkout.folder.appending(path: "Sources/CMayflyPage/page")

    private static func files() throws -> [(name: String, lines: [Substring])] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".js") || $0.hasSuffix(".css") }
            .map { name in
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                return (name, text.split(separator: "\n", omittingEmptySubsequences: false))
            }
    }

    /// What is taken away stands on lines of its own: no text goes over several lines, and a comment that begins a line ends one.
    @Test func nothingGoesOverSeveralLinesButComments() throws {
        var isComment = false
        for (name, lines) in try Self.files() {
            for (number, line) in lines.enumerated() {
                let own = line.drop { $0 == " " }
                if isComment || own.hasPrefix("/*") {
                    isComment = !own.contains("*/")
                    #expect(isComment || own.hasSuffix("*/"), "\(name):\(number + 1)")
                    continue
                }
                #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(name):\(number + 1)")
            }
            #expect(!isComment, "\(name)")
        }
    }

    /// All lines of code are served, in their order.
    @Test func theCodeIsServed() async throws {
        try await ServedPage.with { page, _ in
            for (name, lines) in try Self.files() {
                var isComment = false
                var code: [String] = []
                for line in lines {
                    let own = line.trimmingCharacters(in: .whitespaces)
                    if isComment || own.hasPrefix("/*") {
                        isComment = !own.hasSuffix("*/")
                    } else if !own.isEmpty, !own.hasPrefix("//") {
                        code.append(own)
                    }
                }
                let served = String(decoding: try page.ask("/\(name)").body, as: UTF8.self)
                #expect(served == code.joined(separator: "\n") + "\n", "\(name)")
            }
        }
    }
}
