/// The keys that the mappings of a scenario may have.
package enum ScenarioKeys {
    package static let scenario = ["name", "extension", "devices", "conversation", "within", "steps"]
    package static let device = ["of", "profile"]
    package static let conversation = ["name", "with"]
    package static let step = ["as", "do", "expect", "kill", "delivery", "clock", "within"]
    package static let expect = [
        "view", "field", "transcript", "log", "receipt", "callbacks", "calls", "refusals", "error", "svg",
    ]
    package static let text = ["contains", "lacks", "is", "line"]
    package static let transcript = text + ["last", "count"]
    package static let receipt = ["cause", "phase", "callbacks", "calls", "notes"]
    package static let names = ["exactly"]
    package static let svg = ["transcript", "card", "tolerance"]
}
