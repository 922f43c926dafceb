import MayflyBench
import Testing

/// What counts as growth, and what does not.
@Suite struct SoakGrowthTests {
    /// Forty samples of a hundred thousand launches.
    private static func growth(of name: String, _ value: (Int) -> Int) throws -> SoakGrowth {
        let samples = (1...40).map { (launches: $0 * 2500, value: value($0 * 2500)) }
        return try #require(SoakGrowth(name, samples))
    }

    @Test(arguments: ["heap_kib", "zygotes_kib"])
    func aHundredBytesALaunchAreALeak(name: String) throws {
        let leak = try Self.growth(of: name) { 3000 + $0 * 100 / 1024 }
        #expect(leak.isGrowing)
        #expect((95...100).contains(leak.perThousand))
    }

    @Test(arguments: ["rss_kib", "private_dirty_kib"])
    func residentMemoryMaySwayAndNotGrow(name: String) throws {
        #expect(try !Self.growth(of: name) { 40_000 + $0 % 20_000 }.isGrowing)
        #expect(try Self.growth(of: name) { 40_000 + $0 * 400 / 1024 }.isGrowing)
    }

    /// What an extension inserts, and receipts beyond those that are kept, would be a thousand bytes a launch and more.
    @Test func theDatabaseMayKeepAnEventOfEachLaunchAndNoMore() throws {
        #expect(try !Self.growth(of: "store_kib") { 9000 + $0 / 5 }.isGrowing)
        #expect(try Self.growth(of: "store_kib") { 9000 + $0 }.isGrowing)
    }

    @Test func whatIsMadeOnceAndKeptIsNone() throws {
        #expect(try !Self.growth(of: "heap_kib") { $0 < 20_000 ? 2000 : 30_000 }.isGrowing)
    }

    @Test func aSampleThatMetSomethingPassingIsNone() throws {
        #expect(try !Self.growth(of: "heap_kib") { $0 == 95_000 ? 90_000 : 3000 }.isGrowing)
    }

    @Test(arguments: ["descriptors", "processes", "mounts", "cgroups", "files"])
    func oneThingThatStaysIsTooMuch(name: String) throws {
        #expect(try Self.growth(of: name) { $0 < 60_000 ? 31 : 32 }.isGrowing)
        #expect(try !Self.growth(of: name) { _ in 31 }.isGrowing)
    }

    @Test func tooFewSamplesSayNothing() {
        #expect(SoakGrowth("heap_kib", [(1, 1), (2, 2), (3, 3)]) == nil)
    }
}
