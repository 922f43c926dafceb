/// The rows of one transcript, wherever they are kept.
///
/// `TranscriptRows.apply` has the rules; this is all that they need of a place: memory and the database are two.
package protocol TranscriptRows {
    /// What reading or writing a row may throw; `Never` in memory.
    associatedtype Failure: Error

    /// The row of an item, shown or not.
    func row(of id: ItemID) throws(Failure) -> TranscriptRow?
    /// The one bubble that a session has at the moment (model 5.4).
    func currentRow(of scope: SessionScope) throws(Failure) -> TranscriptRow?
    /// Puts a row below all others. Its item has no row yet.
    mutating func insert(_ row: TranscriptRow) throws(Failure)
    /// Puts a row into the place of the one of the same item.
    mutating func update(_ row: TranscriptRow) throws(Failure)
}
