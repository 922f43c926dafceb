import Foundation
import MayflyCommands
import MayflyScenarios
import MayflyTestSupport
import Testing

/// The schema for editors has the keys that the reader takes, and no others.
@Suite struct ScenarioSchemaTests {
    private static let readers = [
        "scenario": ScenarioKeys.scenario, "device": ScenarioKeys.device, "conversation": ScenarioKeys.conversation,
        "step": ScenarioKeys.step, "expect": ScenarioKeys.expect, "text": ScenarioKeys.text,
        "transcript": ScenarioKeys.transcript, "receipt": ScenarioKeys.receipt, "names": ScenarioKeys.names,
        "svg": ScenarioKeys.svg,
    ]

    @Test func everyMappingHasTheKeysOfTheReader() throws {
        let file = Checkout.folder.appending(path: "Documentation/scenario.schema.json")
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        let mappings = definitions.filter { $0.value["properties"] != nil }
        #expect(Set(mappings.keys) == Set(Self.readers.keys))
        for (name, keys) in Self.readers {
            let properties = try #require(mappings[name]?["properties"] as? [String: Any], "\(name)")
            #expect(Set(properties.keys) == Set(keys), "\(name)")
            #expect(mappings[name]?["additionalProperties"] as? Bool == false, "\(name)")
        }
    }

    @Test func theWordsOfTheReaderAreThoseOfTheSchema() throws {
        let file = Checkout.folder.appending(path: "Documentation/scenario.schema.json")
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        let step = try #require(definitions["step"]?["properties"] as? [String: [String: Any]])
        #expect(step["delivery"]?["enum"] as? [String] == ScenarioStep.Delivery.allCases.map(\.rawValue))
        let receipt = try #require(definitions["receipt"]?["properties"] as? [String: [String: Any]])
        #expect(receipt["cause"]?["enum"] as? [String] == Expectation.Fact.causes)
        let profiles = try #require(definitions["profile"]?["enum"] as? [String])
        for profile in profiles {
            _ = try Scenario(text: "devices: {a: \(profile), b: full}\nsteps: [{do: send}]\n", file: "a.yaml")
        }
    }
}
