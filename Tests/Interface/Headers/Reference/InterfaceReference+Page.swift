internal import Foundation
internal import MayflyABI

extension InterfaceReference {
    /// The page.
    package var markdown: String {
        """
        # The C interface

        The reference of the headers in `Sources/CMayfly/include`: each struct, list of numbers, function and macro.
        [plugin-authors.md](plugin-authors.md) explains how they are used, and [tutorial.md](tutorial.md) begins at the beginning.
        `make reference` writes this page from the headers, from the table of the interface and from the golden files of its versions.

        This is version \(interface.version ?? "") of the interface. An offset and a size are in bytes, on a 64-bit machine. A member without
        words is explained by its name; [plugin-authors.md](plugin-authors.md#error-numbers) says more about the numbers of errors.


        """ + headers.map(contents).joined() + "\n" + headers.map(section).joined()
    }

    private func contents(_ header: HeaderText) -> String {
        let names = structs(header).map(\.name) + enumerations(header).map(\.name) + declarations(header).map(\.name)
        guard !names.isEmpty else { return "" }
        return "- [`\(header.name)`](#\(slug(header.name))): "
            + names.map { "[`\($0)`](#\($0))" }.joined(separator: ", ") + "\n"
    }

    /// As code hosts number headings.
    private func slug(_ title: String) -> String {
        title.filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    }

    private func section(_ header: HeaderText) -> String {
        let parts =
            macros(header) + structs(header).map(section).joined() + enumerations(header).map(section).joined()
            + declarations(header).map(section).joined()
        return parts.isEmpty ? "" : "## `\(header.name)`\n\n\(header.introduction)\n\n" + parts
    }

    // MARK: - What a header declares

    private func structs(_ header: HeaderText) -> [HeaderInterface.Structure] {
        interface.structs.filter { header.declares($0.name) }
    }

    private func enumerations(_ header: HeaderText) -> [HeaderInterface.Enumeration] {
        interface.enumerations.filter { header.declares($0.name) }
    }

    private func declarations(_ header: HeaderText) -> [HeaderInterface.Declaration] {
        // A function may be called in another header; where it is declared, its type stands before it.
        interface.declarations.filter { declaration in
            let beginning = ["typedef ", "static inline ", "MAYFLY_EXPORT "]
            let forms = [" \(declaration.name)(", "*\(declaration.name)(", "(*\(declaration.name))("]
            return header.text.split(separator: "\n").contains { line in
                beginning.contains { line.hasPrefix($0) } && forms.contains { line.contains($0) }
            }
        }
    }

    private func macros(_ header: HeaderText) -> String {
        let own = interface.macros.filter { header.declares($0.name) && $0.name != "MAYFLY_NO_ENTRY_PROTOTYPE" }
        guard !own.isEmpty else { return "" }
        let rows = own.map { macro in
            let name = macro.name + (macro.parameters.map { "(\($0))" } ?? "")
            let isValue = macro.parameters == nil
            return
                "| `\(name)` | \(isValue ? "`\(macro.text)`" : "") | \(cell(header.comment(ofMacro: macro.name))) |\n"
        }
        return "| macro | value | meaning |\n| --- | --- | --- |\n" + rows.joined() + "\n"
    }

    // MARK: - Entries

    private func section(_ structure: HeaderInterface.Structure) -> String {
        let version = since { $0.structs.contains { $0.name == structure.name } }
        let table = Table.interfaces.first { $0.cName == structure.name }
        let side = table.map {
            "The table `\($0.id)` of functions that \($0.side == .host ? "the extension" : "the host") calls. "
        }
        let size = "\(structure.size) bytes, alignment \(structure.alignment), since version \(version)."
        let grows = structure.canGrow ? " It begins with its size, and may grow at its end." : " It never grows."
        let rows = structure.fields.map { field in
            let version = self.since { has($0, structure.name, field.name) }
            let type = field.isFunction ? "[function](#\(field.name))" : linked(field.type)
            let words = field.isFunction ? "" : cell(comment("\(structure.name).\(field.name)"))
            return "| `\(field.name)` | \(field.offset) | \(type) | \(version) | \(words) |\n"
        }
        let functions = structure.fields.filter(\.isFunction).map { field in
            let name = "\(structure.name).\(field.name)"
            return "#### `\(field.name)`\n\n"
                + entry(field.name, field.type, field.tag, comment(name), row(field.name, of: structure.name), [])
        }
        return "### `\(structure.name)`\n\n" + (comment(structure.name).isEmpty ? "" : comment(structure.name) + "\n\n")
            + "\(side ?? "")\(size)\(grows)\n\n| member | offset | type | since | meaning |\n| --- | --- | --- | --- | --- |\n"
            + rows.joined() + "\n" + functions.joined()
    }

    private func has(_ version: HeaderInterface, _ structure: String, _ field: String) -> Bool {
        version.structs.first { $0.name == structure }?.fields.contains { $0.name == field } ?? false
    }

    private func section(_ enumeration: HeaderInterface.Enumeration) -> String {
        let rows = enumeration.values.map { constant in
            let version = since { $0.enumerations.contains { $0.values.contains { $0.name == constant.name } } }
            return "| `\(constant.name)` | \(constant.value) | \(version) | \(cell(comment(constant.name))) |\n"
        }
        return "### `\(enumeration.name)`\n\n\(comment(enumeration.name))\n\n| name | number | since | meaning |\n"
            + "| --- | --- | --- | --- |\n" + rows.joined() + "\n"
    }

    private func section(_ declaration: HeaderInterface.Declaration) -> String {
        let version = since { $0.declarations.contains { $0.name == declaration.name } }
        let kind =
            switch declaration.kind {
            case .type: "The type of a function that the extension hands over."
            case .exported: "The one function that an extension exports."
            case .inline: nil as String?
            }
        let facts = [kind, "Since version \(version)."].compactMap(\.self)
        return "### `\(declaration.name)`\n\n"
            + entry(
                declaration.name,
                declaration.type,
                declaration.tag,
                comment(declaration.name),
                row(declaration.name),
                facts
            )
    }

    /// A type, which leads to its entry.
    private func linked(_ type: String) -> String {
        let names =
            interface.structs.map(\.name) + interface.enumerations.map(\.name) + interface.declarations.map(\.name)
        let word = type.matches(of: /mayfly_\w+/).map { String($0.output) }.first { names.contains($0) }
        return word.map { "[`\(type)`](#\($0))" } ?? "`\(type)`"
    }

    private func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n\n", with: "<br>")
    }
}
