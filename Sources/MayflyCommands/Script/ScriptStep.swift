internal import MayflyBundles
package import MayflyHost
package import MayflyModel

/// One thing that a script, or a person at a terminal, does in a window.
package enum ScriptStep: Sendable, Equatable {
    /// Prints the extensions that can be opened.
    case drawer
    /// Opens an extension, by its id or its name.
    case open(String)
    case tap(String)
    /// Opens the address of a link of the view.
    case link(String)
    case input(id: String, text: String)
    /// Answers what the person is asked.
    case answer(PermissionAnswer)
    /// Answers the sheet of a payment.
    case answerPayment(PaymentAnswer)
    /// Takes the picture that the extension wants. `answerPayment(.cancel)` takes none.
    case takePicture
    case style(PresentationStyle)
    case swipe(SwipeDirection)
    case type(String)
    /// Replaces the text of the field.
    case text(String)
    /// Puts a file into the field.
    case attach(path: String)
    case remove(Int)
    case clear
    case stick(Int, BubblePosition)
    /// Prints the stickers that the person used last.
    case recents
    case recent(Int)
    /// Takes the message that another device of the person offered last.
    case `continue`
    case keep(Int)
    case send
    case cancel
    case bubble(Int)
    case sticker(Int)
    case dismiss
    case leave
    /// Prints the whole field.
    case field
    case show
    case wait(String)
    /// Compares what the person reads.
    case expect(Expectation)
}

extension ScriptStep {
    /// Reads one line; nil for an empty one and for a comment, which begins with `#`.
    ///
    /// A text is taken as it stands after one space. Throws `.invalidScript` for a line that is not understood.
    package static func reading(_ line: String) throws(MayflyError) -> ScriptStep? {
        let line = line.drop(while: \.isWhitespace)
        guard let first = line.first, first != "#" else { return nil }
        let name = line.prefix { !$0.isWhitespace }
        let text = line.dropFirst(name.count + 1)
        guard let word = ScriptWord(rawValue: String(name)) else {
            let words = ScriptWord.allCases.map(\.rawValue)
            let hint = SpellingSuggestions.hint(for: String(name), among: words)
            throw notUnderstood(line, "a line begins with one of \(words.joined(separator: ", "))\(hint)")
        }
        if word == .expect { return .expect(try expectation(text, in: line)) }
        guard let step = ScriptStep(word, text) else { throw notUnderstood(line, "write: \(word.usage)") }
        if case .wait(let event) = step, !HostEvent.names.contains(event) {
            let hint = SpellingSuggestions.hint(for: event, among: HostEvent.names)
            throw notUnderstood(line, "there is no callback, call or other event of that name\(hint)")
        }
        return step
    }

    private static func expectation(_ text: Substring, in line: Substring) throws(MayflyError) -> Expectation {
        do throws(Expectation.Problem) {
            return try Expectation(reading: text)
        } catch {
            throw notUnderstood(line, error.rule ?? "write: \(ScriptWord.expect.usage)")
        }
    }

    /// The answer that has the camera take a picture.
    static let take = "take"

    private init?(_ word: ScriptWord, _ text: Substring) {
        let argument = text.trimmed
        switch word {
        case .drawer where argument.isEmpty: self = .drawer
        case .open where !argument.isEmpty: self = .open(argument)
        case .attach where !argument.isEmpty: self = .attach(path: argument)
        case .tap where !argument.isEmpty: self = .tap(argument)
        case .link where !argument.isEmpty: self = .link(argument)
        case .input:
            let text = text.drop(while: \.isWhitespace)
            let id = text.prefix { !$0.isWhitespace }
            guard !id.isEmpty else { return nil }
            self = .input(id: String(id), text: String(text.dropFirst(id.count + 1)))
        case .answer:
            if let answer = PermissionAnswer(rawValue: argument) {
                self = .answer(answer)
            } else if let answer = PaymentAnswer(rawValue: argument) {
                self = .answerPayment(answer)
            } else if argument == Self.take {
                self = .takePicture
            } else {
                return nil
            }
        case .style:
            guard let style = PresentationStyle(name: argument), style != .transcript else { return nil }
            self = .style(style)
        case .swipe:
            guard let direction = SwipeDirection(name: argument) else { return nil }
            self = .swipe(direction)
        case .type where !text.isEmpty: self = .type(String(text))
        case .bubble:
            guard let number = Self.number(argument) else { return nil }
            self = .bubble(number)
        case .sticker:
            guard let number = Self.number(argument) else { return nil }
            self = .sticker(number)
        case .stick:
            guard let step = Self.stick(argument) else { return nil }
            self = step
        case .recents where argument.isEmpty: self = .recents
        case .continue where argument.isEmpty: self = .continue
        case .recent:
            guard let number = Self.number(argument) else { return nil }
            self = .recent(number)
        case .keep:
            guard let number = Self.number(argument) else { return nil }
            self = .keep(number)
        case .remove:
            guard let number = Self.number(argument) else { return nil }
            self = .remove(number)
        case .text: self = .text(String(text))
        case .clear where argument.isEmpty: self = .clear
        case .wait where !argument.isEmpty && !argument.contains(where: \.isWhitespace): self = .wait(argument)
        case .send where argument.isEmpty: self = .send
        case .cancel where argument.isEmpty: self = .cancel
        case .dismiss where argument.isEmpty: self = .dismiss
        case .leave where argument.isEmpty: self = .leave
        case .field where argument.isEmpty: self = .field
        case .show where argument.isEmpty: self = .show
        default: return nil
        }
    }

    /// `N on M`, then position, scale and rotation in any order.
    private static func stick(_ text: String) -> ScriptStep? {
        var words = text.split(whereSeparator: \.isWhitespace)[...]
        guard let sticker = words.popFirst().flatMap({ number(String($0)) }), words.popFirst() == "on",
            let bubble = words.popFirst().flatMap({ number(String($0)) })
        else { return nil }
        var place = BubblePosition(bubble: bubble)
        while let word = words.popFirst() {
            let numbers = (words.popFirst() ?? "").split(separator: ",", omittingEmptySubsequences: false)
                .compactMap { Double($0) }.filter(\.isFinite)
            switch (word, numbers.count) {
            case ("at", 2): (place.x, place.y) = (numbers[0], numbers[1])
            case ("scale", 1): place.scale = numbers[0]
            case ("turn", 1): place.rotation = numbers[0]
            default: return nil
            }
        }
        return .stick(sticker, place)
    }

    /// A number of digits only, so that `+1` remains the title of a control.
    static func number(_ text: String) -> Int? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(text).flatMap { $0 >= 1 ? $0 : nil }
    }

    private static func notUnderstood(_ line: Substring, _ rule: String) -> MayflyError {
        MayflyError(.invalidScript, "'\(SafeText.line(line.trimmed, limit: 80))' is not understood; \(rule)")
    }
}

extension Substring {
    /// Without the white space at both ends.
    var trimmed: String {
        let tail = drop(while: \.isWhitespace)
        guard let last = tail.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(tail[...last])
    }
}
