import Foundation
import MayflyABI
import MayflyTestSupport
import Testing

/// A C program made from the table that prints where the compiler puts each field.
enum CompiledProbe {
    /// For each struct its fields' offsets, and its size at the end.
    static func layouts(of records: [Record]) throws -> [String: [Int]] {
        var lines = ["#include <stdio.h>", "#include \"mayfly/mayfly.h\"", "int main(void) {"]
        for record in records {
            let offsets = record.fields.map { "offsetof(\(record.name), \($0.name))" }
            let values = offsets + ["sizeof(\(record.name))"]
            let format = Array(repeating: "%zu", count: values.count).joined(separator: " ")
            lines.append("    printf(\"\(record.name) \(format)\\n\", \(values.joined(separator: ", ")));")
        }
        lines.append("    return 0;\n}\n")
        let program = FileManager.default.temporaryDirectory.appending(path: "mayfly-probe-\(UUID())")
        defer { try? FileManager.default.removeItem(at: program) }
        try run(
            "cc",
            ["-xc", "-I", Headers.folder.path, "-o", program.path, "-"],
            input: lines.joined(separator: "\n")
        )
        let text = try run(program.path, [])
        var layouts: [String: [Int]] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            layouts[String(words[0])] = words.dropFirst().compactMap { Int($0) }
        }
        return layouts
    }
}
