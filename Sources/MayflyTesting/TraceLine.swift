package import MayflyHost
internal import MayflyModel

/// One event of a trace as a short line.
package enum TraceLine {
    package static func text(_ event: HostEvent) -> String {
        switch event {
        case .process(_, let step, _): "process \(step.rawValue)"
        case .callback(_, let name, let arguments):
            arguments == .object([]) ? "callback \(name)" : "callback \(name) \(arguments.line)"
        case .call(_, let name, _, let error): "call \(name)" + (error.map { " error \($0.code.rawValue)" } ?? "")
        case .draft(let draft): "draft \(describe(draft))"
        case .transcript(let page): "transcript \(page.entries.map(describe).joined(separator: ", "))"
        case .view(_, let style, let view): "view \(style.name) \(describe(view))"
        case .keyboard(let isShown): "keyboard \(isShown ? "shown" : "hidden")"
        case .openURL(let url): "openURL \(url)"
        case .handOff(let handOff, _): "handOff \(handOff.source.name) \(handOff.state.name)"
        case .log(_, let level, let line): "\(level.name): \(line)"
        case .unconfined(_, let missing): "unconfined \(missing.keys.map(\.rawValue).sorted().joined(separator: " "))"
        case .moreTime(_, let milliseconds, let reason): "moreTime \(milliseconds) \(reason)"
        case .question(let question): "question \(question.number) \(question.permission) '\(question.reason)'"
        case .questionOver(_, let number, let answer): "questionOver \(number) \(answer?.rawValue ?? "-")"
        case .payment(let sheet): "payment \(sheet.number) \(sheet.price) \(describe(sheet.purpose))"
        case .paymentOver(_, let number, let answer): "paymentOver \(number) \(answer?.rawValue ?? "-")"
        case .pictureRequest(let request): "pictureRequest \(request.number) \(request.permission)"
        case .pictureRequestOver(_, let number): "pictureRequestOver \(number)"
        case .receipt(_, let end): "receipt \(end.cause.name)"
        }
    }

    private static func describe(_ draft: Draft) -> String {
        let items = [draft.message].compactMap(\.self) + draft.media
        let parts = items.map { describe($0) } + (draft.text.isEmpty ? [] : ["'\(draft.text)'"])
        return parts.isEmpty ? "empty" : parts.joined(separator: " + ")
    }

    private static func describe(_ purpose: PaymentSheet.Purpose) -> String {
        switch purpose {
        case .payment(let label): "'\(label)'"
        case .product(let id, let title): "product \(id) '\(title)'"
        }
    }

    private static func describe(_ entry: TranscriptEntry) -> String {
        switch entry {
        case .bubble(let bubble):
            "\(describe(bubble.item)) \(bubble.delivery.rawValue)"
                + bubble.stickers.map { " with \(describe($0))" }.joined()
        case .summary(let line): "summary '\(line.text.display { _ in "someone" })'"
        }
    }

    private static func describe(_ item: Item) -> String {
        switch item.content {
        case .interactive(let message):
            "message '\(message.layout?.caption?.display { _ in "someone" } ?? message.url ?? "")'"
        case .sticker(let sticker): "sticker '\(sticker.description)'"
        case .attachment(let attachment): "attachment '\(attachment.name)'"
        case .text(let text): "'\(text)'"
        }
    }

    private static func describe(_ view: ExtensionView) -> String {
        switch view {
        case .none: "none"
        case .card: "card"
        case .stickers(let browser): "\(browser.cells.count) stickers"
        }
    }
}

extension HandOff.State {
    fileprivate var name: String {
        switch self {
        case .offered: "offered"
        case .taken(let device): "taken by \(device.name)"
        case .withdrawn: "withdrawn"
        }
    }
}
