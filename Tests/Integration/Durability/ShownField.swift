import MayflyModel
import Testing

/// An input field as a line of `mayfly launch --json` shows it.
struct ShownField: Equatable {
    private let message: String?
    private let media: [String]
    private let text: String

    private static let reader = JSONReader(maximumBytes: 16 << 20, maximumDepth: 64)

    init(_ line: String) throws {
        let value = try Self.reader.value(of: line)
        message = value["message"]["id"].text
        if case .list(let items) = value["media"] { media = items.compactMap { $0["id"].text } } else { media = [] }
        text = try #require(value["text"].text)
    }

    /// The least number of changes that lead from this field to another. Each change brings one item, takes one away, or empties the
    /// field; a send takes all items that were sent.
    func leastChanges(to later: ShownField, sent items: [Item]) -> Int {
        let sent = Set(items.map(\.id.description))
        let brought = later.media.filter { !media.contains($0) }.count
        let gone = media.filter { !later.media.contains($0) }
        let lost = gone.filter { !sent.contains($0) }.count
        var (changes, wasSent) = (brought + lost, lost < gone.count)
        if message != later.message {
            let isSent = message.map(sent.contains) ?? false
            wasSent = wasSent || isSent
            changes += isSent && later.message == nil ? 0 : 1
        }
        if text != later.text {
            let isSent = !text.isEmpty && items.contains { $0.content == .text(text) }
            wasSent = wasSent || isSent
            changes += isSent && later.text.isEmpty ? 0 : 1
        }
        return min(changes + (wasSent ? 1 : 0), later.changesSinceEmpty(unlike: self) ?? .max)
    }

    /// The changes if the field was emptied before; nil if it still has something of the earlier one.
    private func changesSinceEmpty(unlike earlier: ShownField) -> Int? {
        guard message == nil || message != earlier.message, media.allSatisfy({ !earlier.media.contains($0) }),
            text.isEmpty || text != earlier.text
        else { return nil }
        return 1 + media.count + (message == nil ? 0 : 1) + (text.isEmpty ? 0 : 1)
    }
}
