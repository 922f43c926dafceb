public import MayflyModel

extension Card {
    /// Finds a control by its number, else by its exact id, else by its title without regard to case.
    ///
    /// Throws `unknownControl` when there is none, or when the id or title belongs to several.
    public func control(matching name: String) throws(MayflyError) -> Control {
        // Digits only: "+1" is a title.
        if name.allSatisfy(\.isWholeNumber), let control = controls.first(where: { $0.number == Int(name) }) {
            return control
        }
        let shown = SafeText.line(name, limit: 80)
        if let control = try only(controls.filter { $0.id?.hasSameBytes(as: name) == true }, called: shown) {
            return control
        }
        let choices = controls.filter { $0.isChoice(ofInput: name) }
        if !choices.isEmpty {
            throw MayflyError(
                .unknownControl,
                "'\(shown)' is a set of choices; tap one of its controls \(Self.numbers(of: choices))"
            )
        }
        let folded = name.lowercased()
        if let control = try only(controls.filter { $0.title.lowercased().hasSameBytes(as: folded) }, called: shown) {
            return control
        }
        let rule = controls.isEmpty ? "it has none" : "they are numbered 1 to \(controls.count)"
        throw MayflyError(.unknownControl, "the view has no control '\(shown)'; \(rule)")
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
        guard case .choice(id, _) = kind else { return false }
        return true
    }
}
