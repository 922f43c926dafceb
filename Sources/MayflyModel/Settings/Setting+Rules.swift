extension Setting {
    /// Checks a value for this setting.
    /// - Throws: `.invalidInput`, with the rule that it breaks.
    public func check(_ value: SettingValue) throws(MayflyError) {
        switch (kind, value) {
        case (.toggle, .toggle): return
        case (.text(let longest), .text(let text)): try check(text, longest: longest)
        case (.choice(let choices), .text(let text)):
            guard !choices.contains(where: { $0.value.hasSameBytes(as: text) }) else { return }
            throw problem("must be one of \(choices.map(\.value).joined(separator: ", ")), found '\(Self.shown(text))'")
        case (.number(let range), .number(let number)):
            guard !range.contains(number) else { return }
            throw problem("must be \(Self.rule(range)), found \(Self.shown(value.text))")
        case (.toggle, _), (.text, _), (.choice, _), (.number, _): throw problem("must be \(rule), found \(value.kind)")
        }
    }

    /// Reads a value from its text, as a person types it and as `SettingValue.text` writes it.
    /// - Throws: `.invalidInput`, with the rule that it breaks.
    public func value(of text: String) throws(MayflyError) -> SettingValue {
        let value: SettingValue? =
            switch kind {
            case .toggle: [SettingValue.toggle(true), .toggle(false)].first { $0.text.hasSameBytes(as: text) }
            case .text, .choice: .text(text)
            case .number: text.utf8.count <= 64 ? JSONNumber(text)?.double.map { .number($0) } : nil
            }
        guard let value else { throw problem("must be \(rule), found '\(Self.shown(text))'") }
        try check(value)
        return value
    }

    /// The value of what is kept; the default where that does not fit, as it may be after an update of the extension.
    package func value(kept text: String?) -> SettingValue {
        text.flatMap { try? value(of: $0) } ?? defaultValue
    }

    private func check(_ text: String, longest: Int) throws(MayflyError) {
        let (bytes, most) = (text.utf8.count, max(longest * 4, 64))
        // Characters are counted only of what is short.
        guard bytes <= most else {
            throw problem("must have at most \(grouped(most)) bytes, found \(grouped(bytes))")
        }
        guard text.count <= longest else {
            throw problem("must have at most \(grouped(longest)) characters, found \(grouped(text.count))")
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0 == "\u{2028}" })
        else { throw problem("must be one line without control characters, found '\(Self.shown(text))'") }
    }

    private var rule: String {
        switch kind {
        case .toggle: "true or false"
        case .text: "a text"
        case .choice(let choices): "one of \(choices.map(\.value).joined(separator: ", "))"
        case .number(let range): Self.rule(range)
        }
    }

    private static func rule(_ range: ClosedRange<Double>) -> String {
        let (least, most) = (SettingValue.number(range.lowerBound).text, SettingValue.number(range.upperBound).text)
        return "a number from \(least) to \(most)"
    }

    private func problem(_ rule: String) -> MayflyError { MayflyError(.invalidInput, "setting '\(key)' \(rule)") }

    private static func shown(_ text: String) -> String { SafeText.line(text, limit: 80) }
}
