import Testing

@testable import MayflyBundles

@Suite struct SemanticVersionTests {
    @Test func ordersAsTheRuleSays() throws {
        let ordered = [
            "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
            "1.0.0-rc.1", "1.0.0", "1.0.10", "1.2.0", "10.0.0",
        ]
        let versions = try ordered.map { try #require(SemanticVersion($0)) }
        for (earlier, later) in zip(versions, versions.dropFirst()) {
            #expect(earlier < later)
            #expect(!(later < earlier))
        }
    }

    @Test func letsBuildDataNotCount() throws {
        let plain = try #require(SemanticVersion("1.0.0"))
        let built = try #require(SemanticVersion("1.0.0+20-a.01"))
        #expect(plain == built && !(plain < built) && !(built < plain))
        #expect(built.description == "1.0.0+20-a.01")
    }

    @Test func refusesNumbersThatNoMachineWordHolds() {
        #expect(SemanticVersion("99999999999999999999.0.0") == nil)
        #expect(SemanticVersion("１.0.0") == nil)
    }
}
