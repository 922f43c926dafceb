internal import MayflyHost
internal import MayflyModel
internal import MayflyViews

/// Uses the controls of an extension as a person does who tries all of them.
struct Tapping: Sendable {
    private var order: SplitMix64?
    private var tapped: Set<String> = []
    /// What was tapped last; empty before the first tap.
    private var last = ""
    private(set) var count = 0
    static let most = 40

    /// A message of what followed the last tap.
    func located(_ message: String) -> String { last.isEmpty ? message : "after a tap on \(last): \(message)" }

    init(seed: UInt64) { order = seed == 0 ? nil : SplitMix64(seed: seed) }

    /// Taps a control that was not tapped before. False where there is none left.
    mutating func next(in window: ConversationWindow) async throws -> Bool {
        guard count < Self.most, await window.openExtension != nil else { return false }
        switch await window.view {
        case .none: return false
        case .stickers(let browser):
            guard let index = browser.cells.indices.first(where: { browser.cells[$0] != nil && isNew("sticker \($0)") })
            else { return false }
            try await act(window) { () throws(MayflyError) in try await window.tapSticker(index + 1) }
            return true
        case .card(let card, _):
            try await fill(card, in: window)
            guard case .card(let now, _) = await window.view else { return true }
            var controls = now.controls.filter(\.isTappable)
            if var numbers = order {
                controls.shuffle(using: &numbers)
                order = numbers
            }
            guard let control = controls.first(where: { isNew($0.key) }) else { return false }
            try await act(window) { () throws(MayflyError) in try await window.tap(.number(control.number)) }
            return true
        }
    }

    /// Does something, and what the person is asked for then. An act that is refused, because a field has no value for example, is
    /// over; only a fault of the extension is thrown.
    private func act(_ window: ConversationWindow, _ body: () async throws(MayflyError) -> Void) async throws {
        do throws(MayflyError) {
            try await body()
            for _ in 0..<Self.mostQuestions {
                guard try await answer(window) else { return }
            }
        } catch {
            if error.isOfExtension { throw error }
        }
    }

    private static let mostQuestions = 4

    /// Agrees to what the extension asks for, and gives its icon for a picture. No server is reached, for a check cannot agree to that
    /// for a person. False where it asks for nothing.
    private func answer(_ window: ConversationWindow) async throws(MayflyError) -> Bool {
        if let question = await window.question {
            let answer: PermissionAnswer = if case .network = question.permission { .no } else { .once }
            try await window.answer(question.number, answer)
        } else if let request = await window.pictureRequest {
            if let icon = await window.openExtension?.iconPath {
                try await window.providePicture(request.number, fileAt: icon)
            } else {
                try await window.refusePicture(request.number)
            }
        } else if let sheet = await window.payment {
            try await window.answerPayment(sheet.number, .cancel)
        } else {
            return false
        }
        return true
    }

    private mutating func isNew(_ key: String) -> Bool {
        guard tapped.insert(key).inserted else { return false }
        (last, count) = (key, count + 1)
        return true
    }

    /// Puts something into the fields that take it.
    private func fill(_ card: Card, in window: ConversationWindow) async throws {
        guard await window.style == .expanded else { return }
        for input in card.inputs where input.isShown {
            guard let value = input.sample else { continue }
            do throws(MayflyError) {
                try await window.input(input.id, value)
            } catch {
                if error.isOfExtension { throw error }
            }
        }
    }
}

extension Control {
    /// What tells it from others while the card changes.
    fileprivate var key: String { "\(id ?? "") '\(title)'" }

    fileprivate var isTappable: Bool {
        switch kind {
        case .submit, .showCard, .toggleVisibility, .choice, .toggle: true
        case .link, .textInput: false
        }
    }
}

extension CardInput {
    /// A value that a person could give; nil for one that is tapped.
    fileprivate var sample: String? {
        switch kind {
        case .text(let text):
            switch text.style {
            case .email: "somebody@example.org"
            case .url: "https://example.org/"
            default: String("Lunch on Friday".prefix(text.maxLength ?? 80))
            }
        case .number: "3"
        case .date: "2026-05-31"
        case .time: "18:30"
        case .choices, .toggle: nil
        }
    }
}
