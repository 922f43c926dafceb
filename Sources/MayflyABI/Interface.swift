/// A table of functions that one side hands to the other, found by its id.
package struct Interface: Sendable, Hashable {
    /// Who implements the functions.
    package enum Side: Sendable {
        /// Callbacks: the host calls, the extension implements.
        case `extension`
        /// Host functions: the extension calls, the host implements.
        case host
    }

    /// The id that asks for the table, such as `mayfly.view/1`. It never changes.
    package let id: String
    /// The C struct of the table.
    package let cName: String
    /// Who implements the functions.
    package let side: Side
    /// In the order of the fields of the C struct.
    package let functions: [Function]
    /// The table as a struct: its size, four bytes kept free, and a pointer for each function.
    package let record: Record

    /// The least size that an implementation may state: that of the table's first version, to which all of today's functions
    /// belong. Functions of later versions do not count.
    package var leastByteCount: Int { record.byteCount }

    /// Takes the functions in the order of the fields of the C struct.
    package init(_ id: String, c cName: String, _ side: Side, _ functions: [Function]) {
        self.id = id
        self.cName = cName
        self.side = side
        self.functions = functions
        record = Record(
            cName,
            [.init("size", .size), .init("reserved", .reserved(4))]
                + functions.map { .init($0.cName, .function($0.name)) }
        )
    }
}
