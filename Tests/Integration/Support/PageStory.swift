import Foundation
import MayflyTestSupport
import Testing

/// A page of the documents as one story: its commands run in one shell, one after the other, and what the page shows of their output
/// is compared. Files that the page shows are written where the reader would write them.
struct PageStory {
    /// A command whose output the page shows.
    struct Shown {
        let place: String
        let command: String
        /// A line with an ellipsis alone stands for any lines.
        let output: [String]
    }

    private var script = "set -eu\n"
    private(set) var shown: [Shown] = []
    private static let mark = "@@@ "

    /// - Parameters:
    ///   - files: Where the blocks of a language go; several of one file have an empty line between them.
    ///   - replacing: Commands that do something else in a test.
    init(_ page: MarkdownPage, files: [String: String], replacing: [String: String] = [:]) throws {
        var written: Set<String> = []
        for block in page.blocks {
            if let file = files[block.language] {
                let isFirst = written.insert(file).inserted
                script += "cat \(isFirst ? ">" : ">>")\(file) <<'@@@'\n\(isFirst ? "" : "\n")\(block.text)@@@\n"
            } else if block.language == "sh" {
                script += block.lines.map { (replacing[$0] ?? $0) + "\n" }.joined()
            } else {
                try #require(block.language.isEmpty && block.lines.first?.hasPrefix("$ ") == true, "\(block.place)")
                add(block)
            }
        }
        // What a person would type is left out: sessions end at once.
        script = script.replacing("\nmayfly run\n", with: "\nmayfly run </dev/null\n")
    }

    private mutating func add(_ block: CodeBlock) {
        for (index, line) in block.lines.enumerated() where line.hasPrefix("$ ") {
            let output = block.lines[(index + 1)...].prefix { !$0.hasPrefix("$ ") }
            let command = String(line.dropFirst(2))
            script += "echo '\(Self.mark)\(shown.count)'\n\(command)\necho '\(Self.mark)'\n"
            shown.append(Shown(place: "\(block.page):\(block.line + index)", command: command, output: Array(output)))
        }
    }

    /// Runs the story in a folder. Each difference is an issue.
    func play(in folder: ScratchFolder, with tree: InstalledTree, adding variables: [String: String]) throws {
        let file = try folder.write(script, to: "story.sh")
        let run = try tree.run(["/bin/sh", file], in: folder.path, adding: variables)
        try #require(run.status == 0, "\(run.output)")
        let parts = run.output.components(separatedBy: Self.mark)
        for (index, command) in shown.enumerated() {
            let part = try #require(parts.first { $0.hasPrefix("\(index)\n") })
            let printed = part.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
            #expect(
                Self.matches(command.output[...], printed.map(String.init)[...]),
                "\(command.place): \(command.command) printed:\n\(printed.joined(separator: "\n"))"
            )
        }
    }

    /// Whether lines are as shown, apart from times, sizes and the numbers of checks.
    static func matches(_ shown: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
        guard let first = shown.first else { return printed.isEmpty }
        if first == "…" {
            return (printed.startIndex...printed.endIndex).contains { matches(shown.dropFirst(), printed[$0...]) }
        }
        guard let line = printed.first, plain(first) == plain(line) else { return false }
        return matches(shown.dropFirst(), printed.dropFirst())
    }

    private static func plain(_ line: String) -> String {
        line.replacing(#/[0-9,]+ (?<unit>ms|bytes|passed|skipped)/#) { "N \($0.unit)" }
    }
}
