internal import Synchronization

/// The receipts that could not be written while their windows were open: the disk was full, or another process locked the
/// database.
final class LateReceipts: Sendable {
    /// Closed books. Their number is limited, because a disk may stay full for ever.
    private let books = Mutex<[ReceiptBook]>([])
    private static let limit = 100

    /// Keeps a closed book whose receipts are not all written. Otherwise it writes those of earlier books, which can be written
    /// now, too.
    func take(_ book: ReceiptBook) async {
        if book.isComplete { await write() } else { keep(book) }
    }

    /// Tries to write all receipts, once.
    func write() async {
        let all = books.withLock { books in
            defer { books = [] }
            return books
        }
        for book in all {
            await book.write()
            if !book.isComplete { keep(book) }
        }
    }

    private func keep(_ book: ReceiptBook) {
        books.withLock { books in
            books.append(book)
            if books.count > Self.limit { books.removeFirst() }
        }
    }
}
