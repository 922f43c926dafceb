/// A struct of the C interface: its fields in order, and where each lies.
///
/// A class, because every value of such a struct carries it along.
package final class Record: Sendable {
    /// One field of a struct.
    package struct Field: Sendable, Hashable {
        /// The name in C.
        package let name: String
        /// The type in C, and what of it is sent.
        package let type: ABIType

        /// Takes the name and the type as the header has them.
        package init(_ name: String, _ type: ABIType) {
            self.name = name
            self.type = type
        }
    }

    /// The struct's name in C.
    package let name: String
    /// In the order of the C declaration.
    package let fields: [Field]
    /// The offset of each field in bytes, by the rules of the System V ABI.
    package let offsets: [Int]
    /// Bytes of the whole struct, with the padding at its end.
    package let byteCount: Int
    /// The alignment of the whole struct in bytes.
    package let alignment: Int
    /// The fields that are sent, as indices into `fields`.
    package let marshalled: [Int]
    /// Whether the struct begins with its own size, and so may be shorter or longer than we know it.
    package let isSized: Bool

    /// Lays the fields out by the rules of the System V ABI.
    package init(_ name: String, _ fields: [Field]) {
        self.name = name
        self.fields = fields
        var end = 0
        var widest = 1
        var offsets: [Int] = []
        for field in fields {
            let alignment = field.type.alignment
            end = end.rounded(upTo: alignment)
            offsets.append(end)
            end += field.type.byteCount
            widest = max(widest, alignment)
        }
        self.offsets = offsets
        alignment = widest
        byteCount = end.rounded(upTo: widest)
        marshalled = fields.indices.filter { fields[$0].type.isMarshalled }
        isSized = fields.first?.type == .size
    }

    /// The offset of the field of that name; nil for an unknown one.
    package func offset(of name: String) -> Int? {
        fields.firstIndex { $0.name == name }.map { offsets[$0] }
    }
}

extension Record: Hashable {
    /// Whether two records describe the same struct.
    package static func == (left: Record, right: Record) -> Bool {
        left === right || left.name == right.name && left.fields == right.fields
    }

    /// The name alone tells structs apart.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Int {
    fileprivate func rounded(upTo step: Int) -> Int { (self + step - 1) / step * step }
}
