internal import Foundation

/// What of a header no compiler tells: its first comment, and those at macros.
struct HeaderText {
    /// As an `#include` names it.
    let name: String
    let text: String

    /// The first comment without the licence: what the header is for, in Markdown.
    var introduction: String {
        guard let begin = text.range(of: "/*"), let end = text[begin.upperBound...].range(of: "*/") else { return "" }
        let lines = text[begin.upperBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).map
        {
            String($0.trimmingPrefix(#/ \* ?/#))
        }
        let words = lines.filter { !$0.hasPrefix("SPDX-License-Identifier") }
        return Self.trimmed(words.joined(separator: "\n"))
    }

    /// Whether the header declares something of that name.
    func declares(_ name: String) -> Bool {
        ["struct \(name) {", "enum \(name) {", "(*\(name))(", " \(name)(", "#define \(name) ", "#define \(name)("]
            .contains { text.contains($0) }
    }

    /// What the comment right before a macro says; empty without one.
    func comment(ofMacro name: String) -> String {
        let definition = text.range(of: "#define \(name) ") ?? text.range(of: "#define \(name)(")
        guard let place = definition?.lowerBound else { return "" }
        let before = String(text[..<place]).replacing("/* clang-format off */", with: "")
        return Self.trimmed(before).hasSuffix("*/") ? Self.lastComment(in: before[...]) : ""
    }

    /// The last comment of a text, with its paragraphs, which an empty line parts, each as one line.
    static func lastComment(in text: Substring) -> String {
        guard let begin = text.ranges(of: "/*").last, let end = text[begin.upperBound...].range(of: "*/") else {
            return ""
        }
        let lines = text[begin.upperBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).map
        {
            trimmed(String($0.trimmingPrefix(#/ *\* ?/#)))
        }
        return lines.split(separator: "").map { $0.joined(separator: " ") }.joined(separator: "\n\n")
    }

    private static func trimmed(_ text: String) -> String {
        String(text.trimmingPrefix(#/\s*/#).reversed().drop { $0.isWhitespace }.reversed())
    }
}
