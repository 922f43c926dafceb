package import Foundation
internal import MayflyTestSupport

/// Has compilers read a folder of headers: clang the declarations with their comments, and the system's compiler the layouts.
package enum HeaderReader {
    /// Reads all headers below `folder`, the one that is named in `-I`. It holds `mayfly/mayfly.h`.
    package static func read(_ folder: URL) throws -> HeaderInterface {
        let names = try headers(below: folder)
        let input = includes(names)
        let tree = try declarations(names, folder)
        let layouts = try Layouts.measure(tree, input, folder)
        return HeaderInterface(
            structs: try tree.structs.map { try layouts.complete($0) },
            enumerations: try tree.enumerations.map { try layouts.complete($0) },
            declarations: tree.declarations,
            macros: Self.macros(in: try compile(["clang", "-dM", "-E"], input, folder))
        )
    }

    /// What the comments of the headers below `folder` say, by the name of what they stand at: `mayfly_message`, `mayfly_message.url`.
    package static func comments(_ folder: URL) throws -> [String: String] {
        try declarations(headers(below: folder), folder).comments
    }

    private static func includes(_ names: [String]) -> String { names.map { "#include \"\($0)\"\n" }.joined() }

    private static func declarations(_ names: [String], _ folder: URL) throws -> HeaderTree {
        var tree = HeaderTree()
        let dump = try compile(
            ["clang", "-fparse-all-comments", "-fsyntax-only", "-Xclang", "-ast-dump=json"],
            includes(names),
            folder
        )
        try tree.add(Data(dump.utf8))
        tree.addExported(from: try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) })
        return tree
    }

    /// Runs a compiler on a text that includes the headers, and gives what it prints.
    static func compile(_ command: [String], _ input: String, _ folder: URL) throws -> String {
        let arguments = command + ["-std=c11", "-I", folder.path, "-xc", "-"]
        let finished = try Program(arguments, input: input)
        guard finished.status == 0 else {
            throw InterfaceFailure("\(command[0]) cannot read the headers in \(folder.path): see its messages above")
        }
        return finished.output
    }

    /// All headers, `mayfly/mayfly.h` first, as an `#include` names them.
    static func headers(below folder: URL) throws -> [String] {
        let first = "mayfly/mayfly.h"
        guard FileManager.default.fileExists(atPath: folder.appending(path: first).path) else {
            throw InterfaceFailure("\(folder.path) has no \(first): name the folder that -I names")
        }
        let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
        return [first] + all.filter { $0.hasSuffix(".h") && $0 != first }.sorted()
    }

    /// The macros of ours, without those that keep a header from being read twice.
    private static func macros(in text: String) -> [HeaderInterface.Macro] {
        let definition = /#define (MAYFLY_\w+)(?:\(([^)]*)\))? ?(.*)/
        return text.split(separator: "\n").compactMap { line in
            guard let match = line.wholeMatch(of: definition) else { return nil }
            if match.3.isEmpty, match.1.hasSuffix("_H") { return nil }
            return .init(name: String(match.1), parameters: match.2.map(String.init), text: String(match.3))
        }
        .sorted { $0.name < $1.name }
    }
}

/// Why two interfaces cannot be compared.
package struct InterfaceFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
