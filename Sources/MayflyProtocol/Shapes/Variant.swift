internal import MayflyModel

/// One kind of object of several, which a member tells apart.
package struct Variant<Root>: Sendable {
    let tag: String
    let text: String
    let schema: Schema
    let members: @Sendable (Root, Names) -> [JSONValue.Member]?

    private init(
        _ tag: String,
        _ text: String,
        _ schema: Schema,
        _ members: @escaping @Sendable (Root, Names) -> [JSONValue.Member]?
    ) {
        (self.tag, self.text, self.schema, self.members) = (tag, text, schema, members)
    }

    /// - Parameters:
    ///   - tag: the value of the member that tells the kinds apart.
    ///   - payload: what such an object is made of; nil for a root of another kind.
    package init<Payload>(
        _ tag: String,
        _ text: String,
        _ fields: [Field<Payload>],
        _ payload: @escaping @Sendable (Root) -> Payload?
    ) {
        self.init(tag, text, Schema.object(fields)) { root, names in
            payload(root).map { Shape<Payload>.members(fields, of: $0, names) }
        }
    }

    /// The same kind with members before and after its own, of what the root has for them.
    package func between<Part>(
        _ head: [Field<Part>],
        _ tail: [Field<Part>],
        _ part: @escaping @Sendable (Root) -> Part?
    ) -> Variant {
        let whole = Schema.all([Schema.object(head + tail), schema])
        return Variant(tag, text, whole) { root, names in
            guard let own = members(root, names), let part = part(root) else { return nil }
            return Shape<Part>.members(head, of: part, names) + own + Shape<Part>.members(tail, of: part, names)
        }
    }
}

extension Shape {
    /// An object of one of several kinds, which the member `discriminator` tells apart; it comes after those in `first`.
    ///
    /// Every value must be of one kind.
    package static func variants(
        _ name: String,
        _ text: String,
        by discriminator: String,
        after first: [Field<Value>] = [],
        _ variants: [Variant<Value>]
    ) -> Shape {
        let kinds = variants.map { variant in
            let tag = Schema(
                .object([
                    "type": .text("object"),
                    "properties": .object([
                        JSONValue.Member(discriminator, .object(["const": .text(variant.tag)]))
                    ]),
                    "required": .texts([discriminator]),
                ])
            )
            return Schema.all([Schema.object(first), tag, variant.schema]).described(variant.text)
        }
        let schema = Schema(.object(["oneOf": .list(kinds.map(\.value))]), named: Schema.names(of: kinds))
        return Shape(schema.described(text).named(name)) { root, names in
            let head = members(first, of: root, names)
            for variant in variants {
                guard let own = variant.members(root, names) else { continue }
                return .object(head + [JSONValue.Member(discriminator, .text(variant.tag))] + own)
            }
            return .object(head)
        }
    }
}
