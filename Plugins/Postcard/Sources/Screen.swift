internal import MayflyExtension

/// The content of the view.
enum Screen: Equatable {
    /// The ways to a picture.
    case start
    /// The host shows the user its camera, or their pictures.
    case waiting(Picture.Source)
    /// The picture, and in the expanded style a field for the words.
    case writing(Picture, words: String, PresentationStyle)
    /// A postcard of the conversation.
    case reading(picture: String, words: String)

    /// `problem` is shown below.
    func card(problem: String?) -> Card {
        var body: [CardElement]
        var actions: [CardAction] = []
        switch self {
        case .start:
            body = [.text("What is on your postcard?", isBold: true)]
            actions = Self.sources
        case .waiting(.camera): body = [.text("Take a picture for your postcard")]
        case .waiting(.photos): body = [.text("Choose a picture for your postcard")]
        case .writing(let picture, let words, let style):
            body = [.image(file: picture.path, altText: "The picture of your postcard", size: .large)]
            if style == .expanded {
                let most = WritingDesk.mostCharacters
                body.append(.textInput(id: WritingDesk.wordsInput, label: "A few words", value: words, maxLength: most))
            } else {
                actions.append(.submit(id: Button.write.rawValue, title: "Write a few words"))
            }
            actions += [
                .submit(id: Button.postcard.rawValue, title: "Use as a postcard", style: .positive),
                .submit(id: Button.sticker.rawValue, title: "Use as a sticker"),
                .submit(id: Button.discard.rawValue, title: "Another picture"),
            ]
        case .reading(let picture, let words):
            body = [.image(file: picture, altText: words.isEmpty ? "A postcard" : "A postcard: \(words)", size: .large)]
            if !words.isEmpty { body.append(.text(words)) }
            body.append(.text("Answer with a postcard", isBold: true))
            actions = Self.sources
        }
        if let problem { body.append(.text(problem, color: .attention)) }
        return Card(body, actions: actions)
    }

    private static let sources: [CardAction] = [
        .submit(id: Button.camera.rawValue, title: "Take a picture", style: .positive),
        .submit(id: Button.photo.rawValue, title: "Choose a picture"),
    ]
}
