/// The steps in which friends build an ice cream, in their order.
enum Step: String, CaseIterable {
    case base, scoops, topping

    /// What can be chosen; also the words of the payload, of the history and of the pictures' names.
    var options: [String] {
        switch self {
        case .base: ["cone", "cup", "bowl"]
        case .scoops: ["vanilla", "strawberry", "mint"]
        case .topping: ["cherry", "wafer", "sprinkles"]
        }
    }

    /// Asked above the options.
    var question: String {
        switch self {
        case .base: "Choose a base"
        case .scoops: "Add some scoops"
        case .topping: "Put something on top"
        }
    }

    /// The caption of the bubble in which this step was taken.
    var caption: String {
        switch self {
        case .base: "Let's build an ice cream"
        case .scoops: "I added some scoops"
        case .topping: "Our finished ice cream"
        }
    }

    /// What is left of that bubble when the next step replaces it; `person` is a participant token.
    func summary(of option: String, by person: String) -> String {
        switch self {
        case .base: "\(person) picked a \(option)"
        case .scoops: "\(person) added \(option) scoops"
        case .topping: "\(person) put \(IceCream.withArticle(option)) on top"
        }
    }
}
