internal import MayflyCommands

/// The keys that the mappings of a scenario may have. Those that name what can be expected are the words of scripts.
package enum ScenarioKeys {
    package static let scenario = ["name", "extension", "devices", "conversation", "within", "steps"]
    package static let device = ["of", "profile"]
    package static let conversation = ["name", "with"]
    package static let step = ["as", "do", "expect", "kill", "delivery", "clock", "within"]
    /// In the order in which they are compared.
    package static let expect =
        Expectation.Place.allCases.filter { $0 != .lastRow }.map(\.rawValue) + ["receipt"]
        + ScenarioCheck.NameKind.allCases.map(\.rawValue) + ["error", "svg"]
    package static let text = Expectation.Rule.allCases.map(\.rawValue)
    package static let transcript = text + ["last", "count"]
    package static let receipt = Expectation.Fact.allCases.map(\.rawValue)
    package static let names = ["exactly"]
    package static let svg = ScenarioCheck.PictureKind.allCases.map(\.rawValue) + ["tolerance"]
}
