import Foundation
import MayflyHeaders
import MayflyTestSupport
import Testing

/// What compilers read in the public headers, by names.
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
        let interface = try HeaderReader.read(folder)
        var headers = Headers()
        for structure in interface.structs {
            headers.structs[structure.name] = structure.fields.map { "\($0.name): \($0.type)" }
            for field in structure.fields where field.isFunction {
                headers.functionPointers["\(structure.name).\(field.name)"] = field.type
            }
        }
        for declaration in interface.declarations {
            switch declaration.kind {
            case .type: headers.typedefs[declaration.name] = declaration.type
            case .exported, .inline: headers.functions[declaration.name] = declaration.type
            }
        }
        for enumeration in interface.enumerations {
            for constant in enumeration.values {
                headers.enums[enumeration.name, default: [:]][constant.name] = constant.value
            }
        }
        return headers
    }
}
