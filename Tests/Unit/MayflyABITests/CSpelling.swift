import MayflyABI

/// How the table's rows are spelt in C, in the words that clang uses for them.
extension ABIType {
    var spelling: String {
        switch self {
        case .void: "void"
        case .boolean: "uint8_t"
        case .int32, .enumeration: "int32_t"
        case .uint32, .count, .size: "uint32_t"
        case .uint64, .length: "uint64_t"
        case .double: "double"
        case .string: "mayfly_string"
        case .uuid: "mayfly_uuid"
        case .uuidPointer: "const mayfly_uuid *"
        case .structure(let record): record.name
        case .pointer(let record, _): "const \(record.name) *"
        // Elements that are pointers are themselves constant: `const T *const *`.
        case .array(let element, _):
            element.spelling.hasSuffix("*") ? "\(element.spelling)const *" : "const \(element.spelling) *"
        case .bytes: "const void *"
        case .reserved(let count): count == 4 ? "uint32_t" : "uint8_t[\(count)]"
        case .address: "void *"
        case .host: "const mayfly_host *"
        case .completion(let row): row.cName
        case .output(let type): "\(type.spelling) *"
        case .buffer: "char *"
        case .function(let name): Table.named(name)?.pointerType ?? "no function \(name)"
        case .functions(let name): "const \(name) *"
        }
    }
}

extension Record.Field {
    var declaration: String { "\(name): \(type.spelling)" }
}

extension Function {
    /// The abilities answer a pointer to constant memory, which is the one place where an address is const.
    private var resultSpelling: String { result == .address ? "const void *" : result.spelling }
    private var list: String { parameters.map(\.type.spelling).joined(separator: ", ") }

    var pointerType: String { "\(resultSpelling.spaced)(*)(\(list))" }
    var functionType: String { "\(resultSpelling.spaced)(\(list))" }
}

extension String {
    /// Clang writes no space between a star and what follows.
    fileprivate var spaced: String { hasSuffix("*") ? self : self + " " }
}

extension Table {
    static func named(_ name: String) -> Function? {
        (entryPoints + interfaces.flatMap(\.functions)).first { $0.name == name }
    }
}
