import MayflyTestSupport
import Testing

/// What `mayfly store` advises where there is nothing to go on or back to.
@Suite struct StoreAdviceTests {
    /// The advice is a command that there is.
    @Test func whatItsStoreDoesNotOfferAnyMoreIsTakenFromAnother() async throws {
        let (shop, other) = (try Shop(), try Shop())
        try other.publish("7.0.0")
        try await Tool.with { tool in
            try await shop.install(with: tool)
            try await other.add(to: tool)
            #expect(try await tool.run("store", "remove", shop.server.address).status == 0)
            for command in ["update", "install"] {
                let refused = try await tool.run("store", command, Shop.id)
                #expect(refused.status == 1)
                let advice = "take it from another store with 'mayfly store install \(Shop.id) --from ADDRESS'\n"
                #expect(refused.errors.hasSuffix("does not offer it now; " + advice), "\(refused.errors)")
            }
            let taken = try await tool.run("store", "install", Shop.id, "--from", other.server.address)
            #expect(taken.status == 0 && taken.output.contains("7.0.0"), "\(taken.errors)")
        }
    }

    @Test func theSameVersionAgainIsNoneToGoBackTo() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await shop.install(with: tool)
            #expect(try await tool.run("store", "install", Shop.id).status == 0)
            let back = try await tool.run("store", "rollback", Shop.id)
            let sentence = "there is no version of '\(Shop.id)' before the installed one"
            #expect(back.status == 1 && back.errors == "mayfly: \(sentence)\n", "\(back.output)\(back.errors)")
        }
    }

    @Test func whatMayflyHasNotInstalledHasNoVersionBefore() async throws {
        try await Tool.with(bundles: [Samples.tally]) { tool in
            let back = try await tool.run("store", "rollback", "org.mayfly.tally")
            #expect(back.status == 1 && !back.errors.contains("remove"), "\(back.errors)")
            #expect(back.errors.hasPrefix("mayfly: there is no version of 'org.mayfly.tally' before the one in "))
        }
    }
}
