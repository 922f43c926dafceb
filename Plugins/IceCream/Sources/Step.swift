/// The steps of an ice cream, in order.
enum Step: String, CaseIterable {
    case base, scoops, topping

    /// The options, which are also the words of payloads, of the history and of file names.
    var options: [String] {
        switch self {
        case .base: ["cone", "cup", "bowl"]
        case .scoops: ["vanilla", "strawberry", "mint"]
        case .topping: ["cherry", "wafer", "sprinkles"]
        }
    }

    /// The text above the options.
    var question: String {
        switch self {
        case .base: "Choose a base"
        case .scoops: "Add some scoops"
        case .topping: "Put something on top"
        }
    }

    /// The caption of the bubble of this step.
    var caption: String {
        switch self {
        case .base: "Let's build an ice cream"
        case .scoops: "I added some scoops"
        case .topping: "Our finished ice cream"
        }
    }

    /// The summary of that bubble after the next step replaces it; `person` is a participant token.
    func summary(of option: String, by person: String) -> String {
        switch self {
        case .base: "\(person) picked a \(option)"
        case .scoops: "\(person) added \(option) scoops"
        case .topping: "\(person) put \(IceCream.withArticle(option)) on top"
        }
    }
}
