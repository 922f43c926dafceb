public import MayflyModel

extension Card {
    /// The control that is meant. Throws `.unknownControl` where there is none, or where the id or the title belongs to several.
    public func control(_ name: ControlName) throws(MayflyError) -> Control {
        let found: Control? =
            switch name {
            case .number(let number): controls.first { $0.number == number }
            case .id(let id): try control(withID: id)
            case .title(let title): try control(titled: title)
            case .typed(let text):
                // Digits only: "+1" is a title.
                if text.allSatisfy(\.isWholeNumber), let control = controls.first(where: { $0.number == Int(text) }) {
                    control
                } else if let control = try control(withID: text) {
                    control
                } else {
                    try control(titled: text)
                }
            }
        if let found { return found }
        let rule = controls.isEmpty ? "it has none" : "they are numbered 1 to \(controls.count)"
        throw MayflyError(.unknownControl, "the view has no control \(name.shown); \(rule)")
    }

    private func control(withID id: String) throws(MayflyError) -> Control? {
        let shown = SafeText.line(id, limit: 80)
        if let control = try only(controls.filter { $0.id?.hasSameBytes(as: id) == true }, called: shown) {
            return control
        }
        let choices = controls.filter { $0.isChoice(ofInput: id) }
        if choices.isEmpty { return nil }
        throw MayflyError(
            .unknownControl,
            "'\(shown)' is a set of choices; tap one of its controls \(Self.numbers(of: choices))"
        )
    }

    private func control(titled title: String) throws(MayflyError) -> Control? {
        let folded = title.lowercased()
        return try only(
            controls.filter { $0.title.lowercased().hasSameBytes(as: folded) },
            called: SafeText.line(title, limit: 80)
        )
    }

    private func only(_ found: [Control], called name: String) throws(MayflyError) -> Control? {
        guard found.count > 1 else { return found.first }
        throw MayflyError(
            .unknownControl,
            "'\(name)' is the name of several controls; use a number: \(Self.numbers(of: found))"
        )
    }

    private static func numbers(of controls: [Control]) -> String {
        let shown = controls.prefix(20).map { String($0.number) }.joined(separator: ", ")
        return controls.count > 20 ? shown + ", …" : shown
    }
}

extension Control {
    fileprivate func isChoice(ofInput id: String) -> Bool {
        guard case .choice(let input, _) = kind else { return false }
        return input.hasSameBytes(as: id)
    }
}

extension ControlName {
    /// As an error shows it.
    fileprivate var shown: String {
        switch self {
        case .number(let number): "\(number)"
        case .id(let id): "with the id '\(SafeText.line(id, limit: 80))'"
        case .title(let title): "with the title '\(SafeText.line(title, limit: 80))'"
        case .typed(let text): "'\(SafeText.line(text, limit: 80))'"
        }
    }
}
