internal import Synchronization

/// The receipts that could not be written while their windows were open: the disk was full, or others held the database.
final class LateReceipts: Sendable {
    /// Closed books; on a disk that stays full they would grow for ever.
    private let books = Mutex<[ReceiptBook]>([])
    private static let most = 100

    /// Sees to a book that is closed. Where its receipts can be written, so can those of earlier ones.
    func take(_ book: ReceiptBook) async {
        if book.isComplete { await write() } else { keep(book) }
    }

    /// Tries them all once.
    func write() async {
        let all = books.withLock { books in
            defer { books = [] }
            return books
        }
        for book in all {
            await book.writeLate()
            if !book.isComplete { keep(book) }
        }
    }

    private func keep(_ book: ReceiptBook) {
        books.withLock { books in
            books.append(book)
            if books.count > Self.most { books.removeFirst() }
        }
    }
}
