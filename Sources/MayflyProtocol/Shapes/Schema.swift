package import MayflyModel

/// A JSON Schema (draft 2020-12) of one value, with the named schemas that it refers to.
package struct Schema: Sendable {
    /// The schema itself, which may be a reference to a named one.
    package let value: JSONValue
    /// The named schemas that `value` refers to, also by others, by their names.
    package let named: [String: JSONValue]

    package init(_ value: JSONValue, named: [String: JSONValue] = [:]) {
        self.value = value
        self.named = named
    }

    /// A schema of this type of JSON and no further rule.
    package init(type: String) { self.init(.object(["type": .text(type)])) }

    /// The same with a text for readers.
    package func described(_ text: String) -> Schema {
        guard case .object(let members) = value else { return self }
        return Schema(.object(members + [JSONValue.Member("description", .text(text))]), named: named)
    }

    /// A reference to this schema, which gets a name that is unique in the document.
    package func named(_ name: String) -> Schema {
        let reference = JSONValue.object(["$ref": .text("#/components/schemas/\(name)")])
        return Schema(reference, named: named.merging([name: value]) { first, _ in first })
    }

    /// Also null.
    package var nullable: Schema {
        Schema(.object(["anyOf": .list([value, .object(["type": .text("null")])])]), named: named)
    }

    /// All named schemas of several schemas.
    package static func names(of schemas: [Schema]) -> [String: JSONValue] {
        schemas.reduce(into: [:]) { all, schema in all.merge(schema.named) { first, _ in first } }
    }
}
