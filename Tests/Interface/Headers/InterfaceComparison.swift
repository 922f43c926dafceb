/// Compares two versions of the interface by the rules of its growth: fields are added at the end of structs that begin with their
/// size, functions at the end of tables, numbers, abilities and macros beside those that are there. All else is a break.
package struct InterfaceComparison {
    private let old, new: HeaderInterface
    package private(set) var differences: [InterfaceDifference] = []

    package init(from old: HeaderInterface, to new: HeaderInterface) {
        (self.old, self.new) = (old, new)
        compareStructs()
        compareEnumerations()
        compareDeclarations()
        compareMacros()
    }

    private mutating func broke(_ name: String, _ reason: String) {
        differences.append(.init(judgement: .broke, name: name, reason: reason))
    }

    private mutating func grew(_ name: String, _ reason: String) {
        differences.append(.init(judgement: .grew, name: name, reason: reason))
    }

    // MARK: Structs and tables

    private mutating func compareStructs() {
        for before in old.structs {
            guard let after = new.structs.first(where: { $0.name == before.name }) else {
                broke(before.name, "the struct is gone")
                continue
            }
            compare(before, after)
        }
        for after in new.structs where !old.structs.contains(where: { $0.name == after.name }) {
            grew(after.name, after.ability.map { "a new table of functions, \"\($0)\"" } ?? "a new struct")
        }
    }

    private mutating func compare(_ before: HeaderInterface.Structure, _ after: HeaderInterface.Structure) {
        let name = before.name
        if before.ability != after.ability {
            broke(
                name,
                "its id was \(before.ability ?? "none") and is \(after.ability ?? "none"); an id never changes, another table gets another"
            )
        }
        if before.alignment != after.alignment {
            broke(name, "its alignment was \(before.alignment) and is \(after.alignment)")
        }
        if before.canGrow != after.canGrow { broke(name, "it must begin with its size if, and only if, it did before") }
        for (index, field) in before.fields.enumerated() { compare(field, at: index, in: before, after) }
        let names = Set(before.fields.map(\.name))
        for field in after.fields where !names.contains(field.name) { judgeNew(field, in: before, after) }
    }

    private mutating func compare(
        _ before: HeaderInterface.Field,
        at index: Int,
        in old: HeaderInterface.Structure,
        _ new: HeaderInterface.Structure
    ) {
        let path = "\(old.name).\(before.name)"
        guard let place = new.fields.firstIndex(where: { $0.name == before.name }) else {
            return broke(path, "the field is gone")
        }
        let after = new.fields[place]
        if before.offset != after.offset {
            broke(path, "the field lay at byte \(before.offset) and lies at byte \(after.offset)")
        } else if place != index {
            broke(path, "the field was number \(index + 1) and is number \(place + 1)")
        }
        if before.type != after.type {
            broke(path, "its type was \(before.type) and is \(after.type)")
        } else if before.size != after.size {
            broke(path, "its \(before.type) had \(before.size) bytes and has \(after.size)")
        }
        let isHost = before.type.contains("(*)(const mayfly_host *")
        compareTags(path, before.tag, after.tag, isCalledByExtension: isHost)
    }

    private mutating func judgeNew(
        _ field: HeaderInterface.Field,
        in old: HeaderInterface.Structure,
        _ new: HeaderInterface.Structure
    ) {
        let path = "\(old.name).\(field.name)"
        let what = field.isFunction ? "function" : "field"
        if !old.canGrow {
            broke(path, "a new \(what) in a struct that never grows, because it does not begin with its size")
        } else if field.offset < old.size {
            broke(
                path,
                "a new \(what) at byte \(field.offset), inside the \(old.size) bytes of before; it belongs at the end"
            )
        } else if let user = self.old.structs.first(where: { $0.fields.contains { $0.type == old.name } }) {
            broke(path, "a new \(what) in a struct that \(user.name) holds by value")
        } else if let function = functionByValue(of: old.name) {
            broke(path, "a new \(what) in a struct that \(function) takes by value")
        } else if field.isFunction, field.tag == nil {
            broke(path, "a new function without its state and thread: write [STATE, THREAD] into its comment")
        } else {
            grew(path, "a new \(what) at the end, \(field.type)")
        }
    }

    /// A function of before that is given the struct itself and not a pointer to it.
    private func functionByValue(of name: String) -> String? {
        let fields = old.structs.flatMap { structure in
            structure.fields.filter(\.isFunction).map { ("\(structure.name).\($0.name)", $0.type) }
        }
        let declared = old.declarations.map { ($0.name, $0.type) }
        return (fields + declared).first { _, type in
            let parameters = type[(type.lastIndex(of: "(") ?? type.startIndex)...].dropFirst().dropLast()
            return type.hasPrefix(name + " (") || parameters.split(separator: ", ").contains { $0 == name }
        }?.0
    }

    // MARK: Numbers

    private mutating func compareEnumerations() {
        for before in old.enumerations {
            guard let after = new.enumerations.first(where: { $0.name == before.name }) else {
                broke(before.name, "the enum is gone")
                continue
            }
            for constant in before.values { compare(constant, after) }
            let names = Set(before.values.map(\.name))
            for constant in after.values where !names.contains(constant.name) { judgeNew(constant, before) }
        }
        for after in new.enumerations where !old.enumerations.contains(where: { $0.name == after.name }) {
            grew(after.name, "a new enum")
        }
    }

    private mutating func compare(_ before: HeaderInterface.Constant, _ enumeration: HeaderInterface.Enumeration) {
        guard let after = enumeration.values.first(where: { $0.name == before.name }) else {
            return broke(before.name, "the number \(before.value) of \(enumeration.name) is gone")
        }
        guard before.value != after.value else { return }
        broke(before.name, "its number was \(before.value) and is \(after.value); a number is never used again")
    }

    private mutating func judgeNew(_ constant: HeaderInterface.Constant, _ enumeration: HeaderInterface.Enumeration) {
        if let other = enumeration.values.first(where: { $0.value == constant.value }) {
            broke(constant.name, "it has the number \(constant.value) of \(other.name)")
        } else {
            grew(constant.name, "a new number of \(enumeration.name), \(constant.value)")
        }
    }

    // MARK: Functions

    private mutating func compareDeclarations() {
        for before in old.declarations {
            guard let after = new.declarations.first(where: { $0.name == before.name }) else {
                broke(before.name, "the \(before.kind.what) is gone")
                continue
            }
            if before.type != after.type || before.kind != after.kind {
                broke(before.name, "the \(before.kind.what) was \(before.type) and is \(after.type)")
            }
            compareTags(before.name, before.tag, after.tag, isCalledByExtension: false)
        }
        for after in new.declarations where !old.declarations.contains(where: { $0.name == after.name }) {
            if after.kind == .exported {
                broke(after.name, "a second function that an extension must export")
            } else {
                grew(after.name, "a new \(after.kind.what), \(after.type)")
            }
        }
    }

    /// Extensions may call in more states and on more threads than before, and may be called in fewer.
    private mutating func compareTags(_ name: String, _ before: Tag?, _ after: Tag?, isCalledByExtension: Bool) {
        guard before != after else { return }
        let words =
            "its state and thread were \(before?.description ?? "not said") and are \(after?.description ?? "not said")"
        guard let before, let after else {
            return before == nil ? grew(name, words) : broke(name, words)
        }
        let isFine = isCalledByExtension ? after.allows(before) : before.allows(after)
        if isFine {
            grew(name, words)
        } else {
            broke(
                name,
                words + (isCalledByExtension ? ": calls of before are refused" : ": it comes when it did not before")
            )
        }
    }

    // MARK: Macros

    private mutating func compareMacros() {
        for before in old.macros {
            guard let after = new.macros.first(where: { $0.name == before.name }) else {
                broke(before.name, "the macro is gone")
                continue
            }
            compare(before, after)
        }
        for after in new.macros where !old.macros.contains(where: { $0.name == after.name }) {
            grew(after.name, after.isAbility ? "a new ability, \(after.text)" : "a new macro")
        }
    }

    private mutating func compare(_ before: HeaderInterface.Macro, _ after: HeaderInterface.Macro) {
        guard before != after else { return }
        let words = "it was \(before.text) and is \(after.text)"
        if before.parameters != after.parameters {
            broke(before.name, "its parameters were (\(before.parameters ?? "")) and are (\(after.parameters ?? ""))")
        } else if before.name == HeaderInterface.versionMacro, let (from, to) = versions, from < to {
            from >> 16 == to >> 16 ? grew(before.name, words) : broke(before.name, words + ", another major version")
        } else if before.isAbility {
            broke(before.name, words + "; an id never changes, another table gets another")
        } else if before.isValue {
            broke(before.name, words + ", and is compiled into extensions")
        } else {
            differences.append(
                .init(judgement: .stayed, name: before.name, reason: words + ", in extensions built anew")
            )
        }
    }

    private var versions: (Int, Int)? {
        guard let from = old.versionNumber, let to = new.versionNumber else { return nil }
        return (from, to)
    }
}

extension HeaderInterface.Declaration.Kind {
    fileprivate var what: String {
        switch self {
        case .type: "type of functions"
        case .exported: "exported function"
        case .inline: "function of the header"
        }
    }
}

extension HeaderInterface.Macro {
    /// Whether it is the id of a table of functions.
    fileprivate var isAbility: Bool { text.wholeMatch(of: /"mayfly\.[a-z-]+\/\d+"/) != nil }
    /// Whether it stands for a number, a text or another macro, and not for code.
    fileprivate var isValue: Bool { parameters == nil && text.wholeMatch(of: /[\w.]+|".*"/) != nil }
}
