import MayflyModel

extension CardReader {
    /// Reads a list of actions; those that cannot be used are left out. Those of a menu come last.
    mutating func actions(_ values: [JSONValue], underFallback: Bool) throws(ReadingError) -> [CardAction] {
        let group = nextGroup()
        var actions: [CardAction] = []
        for value in values {
            if let action = try action(value, group: group, underFallback: underFallback) { actions.append(action) }
        }
        return actions.filter { !$0.isSecondary } + actions.filter(\.isSecondary)
    }

    /// The action that makes a block tappable; nil when there is none that this host knows.
    mutating func selectAction(of fields: Fields, underFallback: Bool) throws(ReadingError) -> CardAction? {
        try onlyAction(fields["selectAction"], underFallback: underFallback)
    }

    /// An action that stands alone, and so cannot show a card below it.
    mutating func onlyAction(_ value: JSONValue?, underFallback: Bool) throws(ReadingError) -> CardAction? {
        guard let value else { return nil }
        return try action(value, group: nil, underFallback: underFallback)
    }

    /// The button of a card's `refresh`, which a person presses: nothing is done by itself.
    mutating func refresh(_ value: JSONValue?) throws(ReadingError) -> CardAction? {
        guard let value, let fields = Fields(value),
            let action = try onlyAction(fields["action"], underFallback: false)
        else { return nil }
        guard action.title == nil else { return action }
        var titled = CardAction(action.kind, id: action.id, title: "Refresh")
        (titled.data, titled.gathersInputs, titled.isEnabled) = (action.data, action.gathersInputs, action.isEnabled)
        (titled.cards, titled.icon, titled.tooltip) = (action.cards, action.icon, action.tooltip)
        return titled
    }

    private mutating func action(
        _ value: JSONValue,
        group: Int?,
        underFallback: Bool
    ) throws(ReadingError) -> CardAction? {
        try part(value, noun: "action", underFallback: underFallback) {
            (reader, fields, underFallback) throws(ReadingError) in
            try reader.action(fields, group: group, underFallback: underFallback)
        }
    }

    private mutating func action(
        _ fields: Fields,
        group: Int?,
        underFallback: Bool
    ) throws(ReadingError) -> CardAction {
        let kind = try kind(of: fields, group: group, underFallback: underFallback)
        var action = CardAction(kind, id: try fields.string("id"), title: try fields.string("title"))
        action.style = try fields.option("style", default: .default)
        action.icon = try fields.string("iconUrl").flatMap { lesserPicture($0) }
        action.tooltip = try fields.string("tooltip")
        action.isSecondary = try fields.word("mode")?.lowercased() == "secondary"
        action.isEnabled = try fields.bool("isEnabled", default: true)
        action.cards = cards
        switch kind {
        case .submit, .execute:
            action.gathersInputs = try fields.word("associatedInputs")?.lowercased() != "none"
            action.data = try data(fields["data"])
        case .openURL(let address): if !Self.isOpened(address) { action.isEnabled = false }
        case .showCard, .toggleVisibility: break
        }
        return action
    }

    private mutating func kind(
        of fields: Fields,
        group: Int?,
        underFallback: Bool
    ) throws(ReadingError) -> CardAction.Kind {
        switch try fields.requiredWord("type") {
        case "Action.Submit": return .submit
        case "Action.Execute": return .execute(verb: try fields.string("verb"))
        case "Action.OpenUrl":
            let address = try fields.requiredString("url")
            if !Self.isOpened(address) {
                notes.add(
                    "an 'Action.OpenUrl' has the address '\(SafeText.line(address, limit: 80))', not one of http or https"
                )
            }
            return .openURL(address)
        case "Action.ShowCard":
            guard let group else { throw .unusable("stands where no card can be shown") }
            return .showCard(try shownCard(fields, group: group, underFallback: underFallback))
        case "Action.ToggleVisibility":
            var targets: [CardAction.VisibilityTarget] = []
            for value in try fields.array("targetElements") {
                try countPart()
                targets.append(try Self.target(value))
            }
            return .toggleVisibility(targets)
        default: throw .unusable("is not supported")
        }
    }

    private static func target(_ value: JSONValue) throws(ReadingError) -> CardAction.VisibilityTarget {
        if case .text(let id) = value { return CardAction.VisibilityTarget(id: id, isVisible: nil) }
        guard let fields = Fields(value) else { throw .unusable("has a target that is \(value.kind)") }
        let isVisible = fields["isVisible"] == nil ? nil : try fields.bool("isVisible", default: true)
        return CardAction.VisibilityTarget(id: try fields.requiredString("elementId"), isVisible: isVisible)
    }

    /// Whether a person can open the address: one of the web, of printed ASCII and not too long.
    static func isOpened(_ address: String) -> Bool {
        guard address.utf8.count <= CardLimits.addressBytes, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return false
        }
        let beginning = String(decoding: address.utf8.prefix(8), as: UTF8.self).lowercased()
        return beginning.hasPrefix("http://") || beginning.hasPrefix("https://")
    }

    /// The action that opens the address of a link or of a picture; nil for one that is not opened.
    mutating func link(to address: String) -> CardAction? {
        guard Self.isOpened(address), hasRoomForPart() else { return nil }
        return CardAction(.openURL(address))
    }

    private func data(_ value: JSONValue?) throws(ReadingError) -> JSONValue? {
        switch value {
        case nil, .text?, .object?: return value
        case let other?: throw .unusable("has a 'data' that is \(other.kind), not an object or a string")
        }
    }
}
