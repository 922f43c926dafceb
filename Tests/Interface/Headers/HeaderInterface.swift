/// The C interface as a compiler sees it in one version of the headers: what extensions that were built with them rely on.
package struct HeaderInterface: Codable, Equatable, Sendable {
    /// A field of a struct.
    package struct Field: Codable, Equatable, Sendable {
        package var name: String
        /// As C spells it; that of a function is `RESULT (*)(PARAMETERS)`.
        package var type: String
        /// In bytes from the start of the struct.
        package var offset: Int
        /// In bytes.
        package var size: Int
        /// When and on which thread a function may be called: `[active, any]`. Only functions have one.
        package var tag: Tag?

        /// Whether it points to a function.
        package var isFunction: Bool { type.contains("(*)") }
    }

    /// A struct with its fields, in their order.
    package struct Structure: Codable, Equatable, Sendable {
        package var name: String
        /// The id that asks for it, where it is a table of functions.
        package var ability: String?
        /// In bytes.
        package var size: Int
        /// In bytes.
        package var alignment: Int
        package var fields: [Field]

        /// Whether it begins with its own size, so that fields may be added at its end.
        package var canGrow: Bool { fields.first.map { $0.name == "size" && $0.type == "uint32_t" } ?? false }
    }

    /// A number with a name.
    package struct Constant: Codable, Equatable, Sendable {
        package var name: String
        package var value: Int
    }

    /// A list of numbers.
    package struct Enumeration: Codable, Equatable, Sendable {
        package var name: String
        package var values: [Constant]
    }

    /// A type of functions, or a function.
    package struct Declaration: Codable, Equatable, Sendable {
        /// What was declared.
        package enum Kind: String, Codable, Sendable {
            /// The type of a function that the extension hands over, such as a completion.
            case type
            /// The function that the extension exports.
            case exported
            /// A function that the header defines, which is compiled into the extension.
            case inline
        }

        package var name: String
        package var kind: Kind
        /// As C spells it.
        package var type: String
        package var tag: Tag?
    }

    /// A macro.
    package struct Macro: Codable, Equatable, Sendable {
        package var name: String
        /// The names in parentheses after the name; nil for a macro without.
        package var parameters: String?
        package var text: String
    }

    package var structs: [Structure]
    package var enumerations: [Enumeration]
    package var declarations: [Declaration]
    package var macros: [Macro]

    /// The newest version that the headers describe, such as `1.0`; nil where they do not say it.
    package var version: String? {
        guard let number = versionNumber else { return nil }
        return "\(number >> 16).\(number & 0xFFFF)"
    }

    /// The same as `major << 16 | minor`.
    var versionNumber: Int? {
        guard let text = macros.first(where: { $0.name == Self.versionMacro })?.text else { return nil }
        let meant = macros.first { $0.name == text }?.text ?? text
        return Int(meant.replacing("0x", with: "").replacing("u", with: ""), radix: meant.hasPrefix("0x") ? 16 : 10)
    }

    /// The one macro whose value changes from version to version.
    static let versionMacro = "MAYFLY_ABI_VERSION"
}
