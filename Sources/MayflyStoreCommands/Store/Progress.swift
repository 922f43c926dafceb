internal import MayflyCommands
internal import Synchronization

/// How much of a file there is, on one row of a terminal that is written again; nothing elsewhere.
final class Progress: Sendable {
    private let total: Int
    private let text: String
    /// The percentage that is shown; nil before the first one.
    private let shown = Mutex<Int?>(nil)

    init(of total: Int, _ text: String) {
        self.total = total
        self.text = text
    }

    /// Shows that there are so many bytes.
    func note(_ count: Int) {
        guard Output.errors.takesANSI else { return }
        let percent = total > 0 ? min(100, count * 100 / total) : 100
        shown.withLock { shown in
            guard shown != percent else { return }
            shown = percent
            Output.errors.write("\r\u{1B}[K\(text): \(percent) % of \(OfferText.size(total))")
        }
    }

    /// Removes the row.
    func end() {
        shown.withLock { shown in
            if shown != nil { Output.errors.write("\r\u{1B}[K") }
            shown = nil
        }
    }
}
