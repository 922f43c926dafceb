internal import MayflyExtension

/// The content of the view.
enum Screen: Equatable {
    /// The finished ice creams.
    case history([IceCream])
    /// The options of the next step of an ice cream.
    case options(IceCream)
    /// A finished ice cream.
    case finished(IceCream)

    /// `pictures` is the folder of the pictures; `problem` is shown below.
    func card(pictures: String, theme: Theme, problem: String?) -> Card {
        var body: [CardElement]
        var actions: [CardAction] = []
        switch self {
        case .history(let iceCreams):
            body = Self.list(iceCreams, pictures)
            actions = [.submit(id: "new", title: "New ice cream", style: .positive)]
            if theme == .plain { actions.append(.submit(id: "theme", title: "Party theme")) }
        case .options(let iceCream):
            body = Self.options(of: iceCream, pictures)
        case .finished(let iceCream):
            body = [.text("Our finished ice cream", isBold: true)] + Self.picture(of: iceCream, pictures, .large)
            body.append(.text(iceCream.text))
            actions = [.submit(id: "new", title: "New ice cream")]
        }
        if let problem { body.append(.text(problem, color: .attention)) }
        return Card(theme.dressing(body), actions: actions)
    }

    private static func list(_ iceCreams: [IceCream], _ pictures: String) -> [CardElement] {
        guard let newest = iceCreams.first else { return [.text("You have not built an ice cream yet")] }
        return picture(of: newest, pictures, .small) + iceCreams.map { .text($0.text) }
    }

    /// One column for each option: a preview of the ice cream, and the button that chooses the option.
    private static func options(of iceCream: IceCream, _ pictures: String) -> [CardElement] {
        guard let step = iceCream.nextStep else { return [] }
        let columns = step.options.map { option in
            let preview = iceCream.adding(option).map { picture(of: $0, pictures, .large) } ?? []
            let title = option.prefix(1).uppercased() + option.dropFirst()
            return preview + [.actions([.submit(id: "\(step.rawValue)-\(option)", title: title)])]
        }
        return picture(of: iceCream, pictures, .medium) + [.text(step.question, isBold: true), .columns(columns)]
    }

    private static func picture(of iceCream: IceCream, _ folder: String, _ size: CardElement.ImageSize) -> [CardElement]
    {
        guard let picture = iceCream.picture else { return [] }
        return [.image(file: folder + "/" + picture, altText: iceCream.text, size: size)]
    }
}
