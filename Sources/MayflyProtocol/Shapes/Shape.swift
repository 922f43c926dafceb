package import MayflyModel

/// How values of a type are written as JSON, with the schema of what is written: both come from one description, so that they cannot
/// differ.
package struct Shape<Value>: Sendable {
    package let schema: Schema
    private let write: @Sendable (Value, Names) -> JSONValue

    package init(_ schema: Schema, _ write: @escaping @Sendable (Value, Names) -> JSONValue) {
        self.schema = schema
        self.write = write
    }

    /// The value as JSON. People and extensions have the names that this machine knows them by.
    package func json(_ value: Value, _ names: Names) -> JSONValue { write(value, names) }

    /// The shape of what has such a value.
    package func of<Root>(_ value: @escaping @Sendable (Root) -> Value) -> Shape<Root> {
        Shape<Root>(schema) { root, names in write(value(root), names) }
    }

    /// The same with shorter texts, for a list.
    package var forList: Shape { Shape(schema) { value, names in write(value, names.forList) } }

    /// Null for nil.
    package var nullable: Shape<Value?> {
        Shape<Value?>(schema.nullable) { value, names in value.map { write($0, names) } ?? .null }
    }

    /// An array of such values.
    package var list: Shape<[Value]> {
        let schema = Schema(.object(["type": .text("array"), "items": schema.value]), named: schema.named)
        return Shape<[Value]>(schema) { values, names in .list(values.map { write($0, names) }) }
    }
}

extension Shape {
    /// The shape of this name, which contains itself: its schema only refers to that one, which is in the document by another way.
    package static func reference(_ name: String, _ shape: @escaping @Sendable () -> Shape) -> Shape {
        Shape(Schema(.object(["$ref": .text("#/components/schemas/\(name)")]))) { value, names in
            shape().json(value, names)
        }
    }

    /// Which values of a list are written where there is no room for all.
    package enum Kept: Sendable {
        case first, last
    }

    /// An array of such values: as many of the first, or of the last, as `Names.longestList` has room for,
    /// and one always: who reads upwards page by page would end at an empty one.
    package func list(keeping kept: Kept) -> Shape<[Value]> {
        Shape<[Value]>(list.schema) { [write] values, names in
            guard var room = names.longestList else { return .list(values.map { write($0, names) }) }
            var written: [JSONValue] = []
            for value in kept == .first ? values : values.reversed() {
                let json = write(value, names)
                room -= json.line.utf8.count
                guard room >= 0 || written.isEmpty else { break }
                written.append(json)
            }
            return .list(kept == .first ? written : written.reversed())
        }
    }
}

extension Shape where Value == String {
    /// Any text.
    package static var text: Shape { Shape(Schema(type: "string")) { value, _ in .text(value) } }

    /// One of these texts.
    package static func choice(_ values: [String]) -> Shape {
        Shape(Schema(.object(["enum": .texts(values)]))) { value, _ in .text(value) }
    }
}

extension Shape where Value == Bool {
    /// True or false.
    package static var flag: Shape { Shape(Schema(type: "boolean")) { value, _ in .boolean(value) } }
}

extension Shape where Value: BinaryInteger & SendableMetatype {
    /// A whole number.
    package static var integer: Shape { Shape(Schema(type: "integer")) { value, _ in .number(value) } }
}

extension Shape where Value == Double {
    /// A finite number.
    package static var number: Shape {
        Shape(Schema(type: "number")) { value, _ in JSONNumber("\(value)").map { .number($0) } ?? .null }
    }
}

extension Shape where Value == JSONValue {
    /// Any value of JSON.
    package static var any: Shape { Shape(Schema(.object([]))) { value, _ in value } }
}

extension Shape where Value: RawRepresentable & CaseIterable & SendableMetatype, Value.RawValue == String {
    /// The raw value of one of the cases.
    package static var name: Shape { Shape<String>.choice(Value.allCases.map(\.rawValue)).of { $0.rawValue } }
}

extension Shape where Value: CustomStringConvertible & SendableMetatype {
    /// Its description, such as the digits of an identifier.
    package static var description: Shape { Shape<String>.text.of { $0.description } }
}

extension Shape where Value == Timestamp {
    /// Milliseconds since 1970.
    package static var moment: Shape { Shape<Int64>.integer.of { $0.rawValue } }
}
