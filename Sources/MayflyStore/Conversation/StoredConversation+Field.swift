internal import GRDB
internal import MayflyModel

// The table `field_item` has the items of all input fields, in the order in which they were put there, each in a row of its own: what one
// writer has in the field costs the others nothing.
extension StoredConversation {
    /// Reads the input field. Items of an earlier one are not decoded again.
    func storedField(known: Draft) throws -> Draft {
        let statement = try db.cachedStatement(
            sql: "SELECT item, payload, words FROM field_item WHERE chat = ? ORDER BY position"
        )
        let known = Dictionary(known.parts.map { ($0.item.id.description, $0) }) { $1 }
        let rows = try Row.fetchCursor(statement, arguments: [id])
        var parts: [Draft.Part] = []
        while let row = try rows.next() {
            let part = try known[row.decode(forColumn: "item")]
            parts.append(try part ?? self.part(in: row))
        }
        return Draft(parts)
    }

    private func part(in row: Row) throws -> Draft.Part {
        let name = "the input field of conversation \(conversation)"
        return Draft.Part(
            item: try StoreJSON.value(row.decode(forColumn: "payload"), of: name),
            words: try row.decode(String?.self, forColumn: "words").map { try StoreJSON.value($0, of: name) }
        )
    }

    /// Takes items out of the input field, and puts one at its end.
    func updateField(gone: [Item], new: Draft.Part?) throws {
        for item in gone {
            let statement = try db.cachedStatement(sql: "DELETE FROM field_item WHERE chat = ? AND item = ?")
            try statement.execute(arguments: [id, item.id.description])
        }
        if let new { try insert(new, at: lastSeq) }
    }

    /// Stores the input field where none is stored.
    func insertField(_ draft: Draft) throws {
        for (index, part) in draft.parts.enumerated() { try insert(part, at: index + 1) }
    }

    private func insert(_ part: Draft.Part, at position: Int) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO field_item (chat, position, item, payload, words) VALUES (?, ?, ?, ?, ?)"
        )
        try statement.execute(arguments: [
            id, position, part.item.id.description, try StoreJSON.text(part.item), try part.words.map(StoreJSON.text),
        ])
    }
}
