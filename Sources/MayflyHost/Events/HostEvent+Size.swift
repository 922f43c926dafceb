internal import MayflyModel
internal import MayflyStore
internal import MayflyViews

extension HostEvent {
    /// How many bytes of memory the event is reckoned to hold: its texts, and a usual size for each part. What it shares with other
    /// events, as the rows of two pages do, is counted for each.
    var heldBytes: Int {
        switch self {
        case .process, .keyboard, .handOff, .questionOver, .paymentOver, .pictureRequestOver: Size.part
        case .pictureRequest(let request): Size.part + request.name.utf8.count
        case .question(let question): Size.part + question.name.utf8.count + question.reason.utf8.count
        case .payment(let sheet): Size.part + sheet.name.utf8.count + sheet.purpose.heldBytes
        case .callback(_, let name, let arguments): Size.part + name.utf8.count + arguments.heldBytes
        case .call(_, let name, let arguments, let error):
            Size.part + name.utf8.count + arguments.heldBytes + (error?.message.utf8.count ?? 0)
        case .draft(let draft): Size.part + draft.items.reduce(0) { $0 + $1.heldBytes }
        case .transcript(let page): Size.part + page.entries.reduce(0) { $0 + $1.heldBytes }
        case .view(_, _, let view): Size.part + view.heldBytes
        case .openURL(let text), .log(_, _, let text), .moreTime(_, _, let text): Size.part + text.utf8.count
        case .unconfined(_, let missing): missing.values.reduce(Size.part) { $0 + Size.part + $1.utf8.count }
        case .receipt: Size.receipt
        }
    }
}

/// Sizes in memory that need not be exact.
private enum Size {
    /// An event, an item, or another part of some fields, without its texts.
    static let part = 256
    /// A value of JSON, without its text.
    static let value = 64
    /// A receipt, whose texts are bounded.
    static let receipt = 32 << 10
}

extension PaymentSheet.Purpose {
    fileprivate var heldBytes: Int {
        switch self {
        case .payment(let label): label.utf8.count
        case .product(let id, let title): id.utf8.count + title.utf8.count
        }
    }
}

extension JSONValue {
    fileprivate var heldBytes: Int {
        switch self {
        case .null, .boolean, .number: Size.value
        case .text(let text), .written(let text): Size.value + text.utf8.count
        case .list(let values): values.reduce(Size.value) { $0 + $1.heldBytes }
        case .object(let members): members.reduce(Size.value) { $0 + $1.name.utf8.count + $1.value.heldBytes }
        }
    }
}

extension Item {
    fileprivate var heldBytes: Int {
        let size = Size.part + (origin?.name.utf8.count ?? 0)
        return switch content {
        case .interactive(let message): size + 2 * Size.part + message.textBytes
        case .sticker(let sticker): size + sticker.description.utf8.count + sticker.file.name.utf8.count
        case .attachment(let attachment): size + attachment.name.utf8.count + attachment.file.name.utf8.count
        case .text(let text): size + text.utf8.count
        }
    }
}

extension TranscriptEntry {
    fileprivate var heldBytes: Int {
        switch self {
        case .bubble(let bubble): bubble.stickers.reduce(bubble.item.heldBytes) { $0 + $1.heldBytes }
        case .summary(let line): Size.part + line.text.byteCount
        }
    }
}

extension ExtensionView {
    fileprivate var heldBytes: Int {
        switch self {
        case .none: 0
        case .card(let card, let inputs): card.heldBytes + inputs.heldBytes
        case .stickers(let browser):
            browser.cells.reduce(0) { size, cell in
                size + Size.part + (cell.map { $0.description.utf8.count + $0.file.name.utf8.count } ?? 0)
            }
        }
    }
}
