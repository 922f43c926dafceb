internal import Foundation
internal import MayflyTestSupport

/// Where a compiler puts the fields of the structs, and the numbers of the constants: what a program of ours, built by it, prints.
struct Layouts {
    private var numbers: [String: Int] = [:]

    /// Builds the program with `cc` and runs it.
    static func measure(_ tree: HeaderTree, _ input: String, _ folder: URL) throws -> Layouts {
        var lines: [String] = []
        for structure in tree.structs {
            lines.append("SAY(\"sizeof \(structure.name)\", sizeof(\(structure.name)))")
            lines.append("SAY(\"alignof \(structure.name)\", _Alignof(\(structure.name)))")
            for field in structure.fields {
                let (owner, name) = (structure.name, field.name)
                lines.append("SAY(\"offset \(owner).\(name)\", offsetof(\(owner), \(name)))")
                lines.append("SAY(\"size \(owner).\(name)\", sizeof(((\(owner) *)0)->\(name)))")
            }
        }
        for constant in tree.enumerations.flatMap(\.values) {
            lines.append("SAY(\"\(constant.name)\", \(constant.name))")
        }
        let program = FileManager.default.temporaryDirectory.appending(path: "mayfly-layouts-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: program) }
        let source = """
            #include <stddef.h>
            #include <stdio.h>
            \(input)
            #define SAY(name, number) printf(name "=%lld\\n", (long long)(number));
            int main(void) {
            \(lines.joined(separator: "\n"))
            return 0;
            }

            """
        _ = try HeaderReader.compile(["cc", "-o", program], source, folder)
        var layouts = Layouts()
        for line in try Program([program]).output.split(separator: "\n") {
            let parts = line.split(separator: "=")
            if parts.count == 2 { layouts.numbers[String(parts[0])] = Int(parts[1]) }
        }
        return layouts
    }

    /// The same struct with its measures.
    func complete(_ structure: HeaderInterface.Structure) throws -> HeaderInterface.Structure {
        var result = structure
        result.size = try number("sizeof \(structure.name)")
        result.alignment = try number("alignof \(structure.name)")
        for index in result.fields.indices {
            let path = "\(structure.name).\(result.fields[index].name)"
            result.fields[index].offset = try number("offset \(path)")
            result.fields[index].size = try number("size \(path)")
        }
        return result
    }

    /// The same list with its numbers.
    func complete(_ enumeration: HeaderInterface.Enumeration) throws -> HeaderInterface.Enumeration {
        var result = enumeration
        for index in result.values.indices { result.values[index].value = try number(result.values[index].name) }
        return result
    }

    private func number(_ name: String) throws -> Int {
        guard let number = numbers[name] else {
            throw InterfaceFailure("the program that cc built of the headers did not print \(name)")
        }
        return number
    }
}
