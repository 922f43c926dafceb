internal import MayflyModel

/// One member of an object: its name, its schema, a text for readers, and where its value comes from.
package struct Field<Root>: Sendable {
    let name: String
    let schema: Schema
    /// Whether every object has the member.
    let isRequired: Bool
    /// Nil leaves the member out.
    let value: @Sendable (Root, Names) -> JSONValue?

    private init(
        _ name: String,
        _ schema: Schema,
        isRequired: Bool,
        _ value: @escaping @Sendable (Root, Names) -> JSONValue?
    ) {
        self.name = name
        self.schema = schema
        self.isRequired = isRequired
        self.value = value
    }

    /// A member that every object has.
    package init<Value>(
        _ name: String,
        _ shape: Shape<Value>,
        _ text: String,
        _ value: @escaping @Sendable (Root) -> Value
    ) {
        self.init(name, shape.schema.described(text), isRequired: true) { root, names in shape.json(value(root), names)
        }
    }

    /// A member whose value needs the names of people or extensions.
    package init<Value>(
        _ name: String,
        _ shape: Shape<Value>,
        _ text: String,
        named value: @escaping @Sendable (Root, Names) -> Value
    ) {
        self.init(name, shape.schema.described(text), isRequired: true) { root, names in
            shape.json(value(root, names), names)
        }
    }

    /// A member that is left out where it has no value.
    package static func sometimes<Value>(
        _ name: String,
        _ shape: Shape<Value>,
        _ text: String,
        _ value: @escaping @Sendable (Root) -> Value?
    ) -> Field {
        Field(name, shape.schema.described(text), isRequired: false) { root, names in
            value(root).map { shape.json($0, names) }
        }
    }

    /// A member that is left out where it has no value, whose value needs the names of people or extensions.
    package static func sometimes<Value>(
        _ name: String,
        _ shape: Shape<Value>,
        _ text: String,
        named value: @escaping @Sendable (Root, Names) -> Value?
    ) -> Field {
        Field(name, shape.schema.described(text), isRequired: false) { root, names in
            value(root, names).map { shape.json($0, names) }
        }
    }

    /// The same member of an object from which and the names such a root is made.
    package func of<Other>(named root: @escaping @Sendable (Other, Names) -> Root) -> Field<Other> {
        Field<Other>(name, schema, isRequired: isRequired) { other, names in value(root(other, names), names) }
    }

    /// The same member of an object that has such a root.
    package func of<Other>(_ root: @escaping @Sendable (Other) -> Root) -> Field<Other> {
        Field<Other>(name, schema, isRequired: isRequired) { other, names in value(root(other), names) }
    }
}

extension Schema {
    /// An object with these members. It may have more: a later host adds members.
    static func object<Root>(_ fields: [Field<Root>]) -> Schema {
        object(fields.map { ($0.name, $0.schema, $0.isRequired) })
    }

    /// The same for members that are not fields of a value.
    package static func object(_ members: [(name: String, schema: Schema, isRequired: Bool)]) -> Schema {
        Schema(
            .object([
                "type": .text("object"),
                "properties": .object(members.map { JSONValue.Member($0.name, $0.schema.value) }),
                "required": .texts(members.filter(\.isRequired).map(\.name)),
            ]),
            named: names(of: members.map(\.schema))
        )
    }

    /// What every one of these schemas allows.
    static func all(_ schemas: [Schema]) -> Schema {
        Schema(.object(["allOf": .list(schemas.map(\.value))]), named: names(of: schemas))
    }
}

extension Shape {
    /// An object with these members, in this order. `name` is that of its schema.
    package static func object(_ name: String, _ text: String, _ fields: [Field<Value>]) -> Shape {
        Shape(Schema.object(fields).described(text).named(name)) { root, names in
            .object(members(fields, of: root, names))
        }
    }

    static func members(_ fields: [Field<Value>], of root: Value, _ names: Names) -> [JSONValue.Member] {
        fields.compactMap { field in field.value(root, names).map { JSONValue.Member(field.name, $0) } }
    }
}
