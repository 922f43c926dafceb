extension CardContainer {
    /// The first visible text in some blocks; it names a tappable block without a title.
    static func firstText(of items: [CardElement]) -> String? {
        for item in items where item.isVisible {
            let found: String? =
                switch item.content {
                case .text(let text): text.text
                case .image(let image): image.altText
                case .images(let set): set.images.lazy.filter(\.isVisible).compactMap(\.image.altText).first
                case .media(let media): media.altText
                case .container(let container): firstText(of: container.items)
                case .columns(let set): firstText(of: set.columns.filter(\.isVisible).flatMap(\.content.items))
                case .table(let table): firstText(of: table.rows.flatMap(\.cells).flatMap(\.items))
                case .facts(let facts): facts.first?.title.text
                case .actions, .input: nil
                }
            if let found, !found.isEmpty { return found }
        }
        return nil
    }
}
