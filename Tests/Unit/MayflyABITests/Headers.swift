import Foundation
import MayflyTestSupport
import Testing

/// What clang reads in the public headers.
struct Headers {
    var structs: [String: [String]] = [:]
    var functionPointers: [String: String] = [:]
    var typedefs: [String: String] = [:]
    var functions: [String: String] = [:]
    var enums: [String: [String: Int]] = [:]

    static let folder = Checkout.folder.appending(path: "Sources/CMayfly/include")

    static func read() -> Result<Headers, any Error> { Result { try dump() } }

    static func texts() throws -> [String] {
        let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
        return try names.filter { $0.hasSuffix(".h") }.map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
    }

    /// For each declaration of that name, the last tag that stands before it.
    static func tags(before name: String, in text: String) -> [String] {
        text.ranges(of: "(*\(name))(").compactMap { declaration in
            text[..<declaration.lowerBound].matches(of: /\[\w+, [\w ]+\]/).last.map { String($0.output) }
        }
    }

    static func compile(_ compiler: String, _ options: [String]) throws {
        let strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-I", folder.path, "-c", "-o", "/dev/null", "-"]
        try run(compiler, options + strict, input: "#include \"mayfly/mayfly.h\"\n")
    }

    private static func dump() throws -> Headers {
        let output = try run(
            "clang",
            ["-xc", "-std=c11", "-I", folder.path, "-fsyntax-only", "-Xclang", "-ast-dump=json", "-"],
            input: "#include \"mayfly/mayfly.h\"\n"
        )
        let tree = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        var headers = Headers()
        for node in tree?["inner"] as? [[String: Any]] ?? [] { headers.add(node) }
        return headers
    }

    private mutating func add(_ node: [String: Any]) {
        guard let name = node["name"] as? String, name.hasPrefix("mayfly_") else { return }
        let inner = node["inner"] as? [[String: Any]] ?? []
        switch node["kind"] as? String {
        case "RecordDecl" where node["completeDefinition"] as? Bool == true:
            for field in inner where field["kind"] as? String == "FieldDecl" {
                guard let fieldName = field["name"] as? String, let type = Self.type(of: field) else { continue }
                structs[name, default: []].append("\(fieldName): \(type)")
                if type.contains("(*)") { functionPointers["\(name).\(fieldName)"] = type }
            }
        case "TypedefDecl": typedefs[name] = Self.type(of: node)
        case "FunctionDecl": functions[name] = Self.type(of: node)
        case "EnumDecl":
            for constant in inner {
                guard let constantName = constant["name"] as? String else { continue }
                enums[name, default: [:]][constantName] = Self.value(of: constant)
            }
        default: break
        }
    }

    private static func type(of node: [String: Any]) -> String? {
        (node["type"] as? [String: Any])?["qualType"] as? String
    }

    private static func value(of node: [String: Any]) -> Int? {
        if let text = node["value"] as? String { return Int(text) }
        for child in node["inner"] as? [[String: Any]] ?? [] {
            if let value = value(of: child) { return value }
        }
        return nil
    }
}
