internal import Foundation
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC

/// One member of the parameters of a method: its name, its schema, and how it is read.
struct Parameter<Value>: Sendable {
    let name: String
    let schema: Schema
    let isRequired: Bool
    private let read: @Sendable (JSONValue) throws -> Value

    init(
        _ name: String,
        _ schema: Schema,
        _ text: String,
        isRequired: Bool = true,
        _ read: @escaping @Sendable (JSONValue) throws -> Value
    ) {
        self.name = name
        self.schema = schema.described(text)
        self.isRequired = isRequired
        self.read = read
    }

    /// The value of an object's member. Throws `RPCError`.
    func value(in object: JSONValue) throws -> Value {
        let value = object[name]
        if isRequired, case .null = value { throw RPCError.wrongParameter(name, "is missing") }
        return try read(value)
    }

    /// The same, which may be left out or null.
    var optional: Parameter<Value?> {
        Parameter<Value?>(name, schema, isRequired: false) { [read] value in
            if case .null = value { nil } else { try read(value) }
        }
    }

    /// The same, which may be left out.
    func or(_ other: Value) -> Parameter<Value> where Value: Sendable {
        Parameter<Value>(name, schema, isRequired: false) { [read] value in
            if case .null = value { other } else { try read(value) }
        }
    }

    private init(
        _ name: String,
        _ schema: Schema,
        isRequired: Bool,
        _ read: @escaping @Sendable (JSONValue) throws -> Value
    ) {
        (self.name, self.schema, self.isRequired, self.read) = (name, schema, isRequired, read)
    }

    /// Throws for a text that is too long to be compared: texts are compared in their normal form, which takes the square of the number
    /// of accents on one letter.
    private static func checked(_ text: String, of name: String, longest: Int) throws(RPCError) -> String {
        guard text.utf8.count <= longest else {
            throw .wrongParameter(name, "may have \(longest) bytes at most, not \(text.utf8.count)")
        }
        return text
    }

    private static func wrong(_ name: String, _ need: String, _ value: JSONValue) -> RPCError {
        .wrongParameter(name, "must be \(need), not \(value.kind)")
    }
}

extension Parameter where Value == String {
    /// Any text, which may be as long as a line. What is done with it must not depend on its normal form.
    static func text(_ name: String, _ text: String) -> Parameter {
        Parameter(name, Schema(type: "string"), text) { value in
            guard case .text(let text) = value else { throw wrong(name, "a string", value) }
            return text
        }
    }

    /// A text that names something, and is looked up.
    static func name(_ name: String, _ text: String, longest: Int = ConnectionLimits.name) -> Parameter {
        Parameter(name, .name(longest), text) { value in
            guard case .text(let text) = value else { throw wrong(name, "a string", value) }
            return try checked(text, of: name, longest: longest)
        }
    }

    /// The absolute path of something on this machine.
    static func path(_ name: String, _ text: String) -> Parameter {
        Parameter.name(name, text, longest: ConnectionLimits.path)
    }
}

extension Parameter where Value == Bool {
    static func flag(_ name: String, _ text: String) -> Parameter {
        Parameter(name, Schema(type: "boolean"), text) { value in
            guard case .boolean(let flag) = value else { throw wrong(name, "true or false", value) }
            return flag
        }
    }
}

extension Parameter where Value == Int {
    static func integer(_ name: String, _ range: ClosedRange<Int>, _ text: String) -> Parameter {
        let schema = Schema(
            .object([
                "type": .text("integer"), "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
            ])
        )
        return Parameter(name, schema, text) { value in
            guard case .number(let number) = value else { throw wrong(name, "a whole number", value) }
            guard let integer = number.int64.flatMap({ Int(exactly: $0) }), range.contains(integer) else {
                let rule = "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
                throw RPCError.wrongParameter(name, "\(rule), not \(SafeText.line(number.text, limit: 40))")
            }
            return integer
        }
    }
}

extension Parameter where Value == Double {
    static func number(_ name: String, _ text: String) -> Parameter {
        Parameter(name, Schema(type: "number"), text) { value in
            guard case .number(let number) = value else { throw wrong(name, "a number", value) }
            guard let double = number.double else {
                throw RPCError.wrongParameter(name, "is too large: \(SafeText.line(number.text, limit: 40))")
            }
            return double
        }
    }
}

extension Parameter where Value == [String] {
    /// Names, of which there may be so many.
    static func names(_ name: String, most: Int, _ text: String) -> Parameter {
        let schema = Schema(
            .object([
                "type": .text("array"), "items": Schema.name(ConnectionLimits.name).value, "maxItems": .number(most),
            ])
        )
        return Parameter(name, schema, text) { value in
            guard case .list(let items) = value else { throw wrong(name, "an array of strings", value) }
            guard items.count <= most else {
                throw RPCError.wrongParameter(name, "may have \(most) names at most, not \(items.count)")
            }
            return try items.map { item in
                guard case .text(let text) = item else { throw wrong(name, "an array of strings", item) }
                return try checked(text, of: name, longest: ConnectionLimits.name)
            }
        }
    }
}

extension Parameter where Value == [String] {
    /// Some of these names.
    static func choices(_ name: String, _ text: String, _ names: [String]) -> Parameter {
        let one = Schema(.object(["enum": .texts(names)]))
        let schema = Schema(
            .object([
                "type": .text("array"), "items": one.value, "minItems": .number(1), "maxItems": .number(names.count),
            ])
        )
        let need = "an array of \(names.joined(separator: ", "))"
        return Parameter(name, schema, text) { value in
            guard case .list(let items) = value else { throw wrong(name, need, value) }
            guard (1...names.count).contains(items.count) else {
                throw RPCError.wrongParameter(name, "must have 1 to \(names.count) names, not \(items.count)")
            }
            return try items.map { item in
                guard case .text(let text) = item else { throw wrong(name, need, item) }
                guard let known = names.first(where: { $0.hasSameBytes(as: text) }) else {
                    throw RPCError.wrongParameter(name, "must be \(need), not '\(SafeText.line(text, limit: 80))'")
                }
                return known
            }
        }
    }
}

extension Parameter where Value == [Int] {
    static func integers(_ name: String, _ text: String) -> Parameter {
        let schema = Schema(.object(["type": .text("array"), "items": .object(["type": .text("integer")])]))
        return Parameter(name, schema, text) { value in
            guard case .list(let items) = value else { throw wrong(name, "an array of whole numbers", value) }
            return try items.map { item in
                guard case .number(let number) = item, let integer = number.int64 else {
                    throw wrong(name, "an array of whole numbers", item)
                }
                return Int(integer)
            }
        }
    }
}

extension Parameter {
    /// A text that names a value.
    static func named(_ name: String, _ need: String, _ text: String, _ value: @escaping @Sendable (String) -> Value?)
        -> Parameter
    {
        Parameter(name, .name(ConnectionLimits.name), text) { json in
            guard case .text(let text) = json else { throw wrong(name, need, json) }
            guard let value = value(try checked(text, of: name, longest: ConnectionLimits.name)) else {
                throw RPCError.wrongParameter(name, "must be \(need), not '\(SafeText.line(text, limit: 80))'")
            }
            return value
        }
    }
}

extension Parameter where Value: Sendable {
    /// One of these names.
    static func choice(_ name: String, _ text: String, _ values: KeyValuePairs<String, Value>) -> Parameter {
        let names = values.map(\.key)
        let all = Dictionary(uniqueKeysWithValues: values.map { ($0.key, $0.value) })
        let need = names.joined(separator: ", ")
        return Parameter(name, Schema(.object(["enum": .texts(names)])), text) { json in
            guard case .text(let text) = json else { throw wrong(name, "one of \(need)", json) }
            // A name that is too long is none of them.
            guard text.utf8.count <= ConnectionLimits.name, let value = all[text] else {
                throw RPCError.wrongParameter(name, "must be one of \(need), not '\(SafeText.line(text, limit: 80))'")
            }
            return value
        }
    }
}

extension Schema {
    /// A text of at most so many bytes. It has at most as many characters, which is what a schema can say.
    fileprivate static func name(_ bytes: Int) -> Schema {
        Schema(.object(["type": .text("string"), "maxLength": .number(bytes)]))
    }

    /// Whether the values are arrays.
    var isList: Bool {
        guard case .text(let type) = value["type"] else { return false }
        return type == "array"
    }
}
