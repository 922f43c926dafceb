import MayflyBench
import Testing

/// What counts as growth, and what does not.
@Suite struct SoakGrowthTests {
    /// Forty samples of that many launches.
    private static func growth(
        of name: String,
        over launches: Int = 100_000,
        _ value: (Int) -> Int
    ) throws -> SoakGrowth {
        let samples = (1...40).map { $0 * launches / 40 }.map { (launches: $0, value: value($0)) }
        return try #require(SoakGrowth(name, samples))
    }

    @Test(arguments: ["heap_kib", "zygotes_kib"], [40_000, 100_000, 3_000_000])
    func aHundredBytesALaunchAreALeak(name: String, launches: Int) throws {
        let leak = try Self.growth(of: name, over: launches) { 3000 + $0 * 100 / 1024 }
        #expect(leak.isGrowing)
        #expect((95...100).contains(leak.perThousand))
        #expect(try !Self.growth(of: name, over: launches) { 3000 + $0 * 10 / 1024 }.isGrowing)
    }

    /// Where a hundred bytes a launch are less than that, a soak is too short to tell them from what the host keeps.
    @Test(arguments: ["heap_kib", "zygotes_kib"], [300, 2000, 20_000])
    func aMebibyteIsALeakInAShortSoakToo(name: String, launches: Int) throws {
        // From the median of the second quarter to that of the last, half of the launches pass.
        #expect(try Self.growth(of: name, over: launches) { 3000 + $0 * 2200 / launches }.isGrowing)
        #expect(try !Self.growth(of: name, over: launches) { 3000 + $0 * 1900 / launches }.isGrowing)
        #expect(try !Self.growth(of: name, over: launches) { 3000 + $0 * 100 / 1024 }.isGrowing)
    }

    @Test(arguments: ["rss_kib", "private_dirty_kib"], [20_000, 100_000, 3_000_000])
    func residentMemoryMaySwayAndNotGrow(name: String, launches: Int) throws {
        #expect(try !Self.growth(of: name, over: launches) { 40_000 + $0 % 20_000 }.isGrowing)
        #expect(
            try Self.growth(of: name, over: launches) { 40_000 + $0 * max(400, 40_000_000 / launches) / 1024 }.isGrowing
        )
    }

    /// What an extension inserts, and receipts beyond those that are kept, would be a thousand bytes a launch and more.
    @Test(arguments: [40_000, 100_000, 3_000_000])
    func theDatabaseMayKeepAnEventOfEachLaunchAndNoMore(launches: Int) throws {
        #expect(try !Self.growth(of: "store_kib", over: launches) { 9000 + $0 / 5 }.isGrowing)
        #expect(try Self.growth(of: "store_kib", over: launches) { 9000 + $0 }.isGrowing)
    }

    /// Half of the launches pass between the medians, and that number decides.
    @Test(arguments: [("rss_kib", 5000), ("private_dirty_kib", 5000), ("store_kib", 5000), ("receipts", 20_000)])
    func aShortSoakTellsNothingOfWhatIsFilledFirst(name: String, least: Int) throws {
        #expect(try !Self.growth(of: name, over: 2 * least - 80) { $0 * 100 }.isGrowing)
        #expect(try Self.growth(of: name, over: 2 * least) { $0 * 100 }.isGrowing)
    }

    /// Pages that are shared count by how many share them.
    @Test func theShareOfSharedPagesTellsNothing() throws {
        #expect(try !Self.growth(of: "pss_kib") { $0 * 100 }.isGrowing)
    }

    @Test(arguments: [300, 100_000]) func moreThreadsThanDispatchKeepsAreGrowth(launches: Int) throws {
        #expect(try !Self.growth(of: "threads", over: launches) { $0 < launches / 2 ? 9 : 14 }.isGrowing)
        #expect(try Self.growth(of: "threads", over: launches) { $0 < launches / 2 ? 9 : 15 }.isGrowing)
    }

    @Test func whatIsMadeOnceAndKeptIsNone() throws {
        #expect(try !Self.growth(of: "heap_kib") { $0 < 20_000 ? 2000 : 30_000 }.isGrowing)
    }

    @Test func aSampleThatMetSomethingPassingIsNone() throws {
        #expect(try !Self.growth(of: "heap_kib") { $0 == 95_000 ? 90_000 : 3000 }.isGrowing)
    }

    @Test(arguments: ["descriptors", "processes", "mounts", "cgroups", "files"], [40, 300, 100_000])
    func oneThingThatStaysIsTooMuch(name: String, launches: Int) throws {
        #expect(try Self.growth(of: name, over: launches) { $0 < launches * 6 / 10 ? 31 : 32 }.isGrowing)
        #expect(try !Self.growth(of: name, over: launches) { _ in 31 }.isGrowing)
    }

    @Test func tooFewSamplesSayNothing() {
        #expect(SoakGrowth("heap_kib", [(1, 1), (2, 2), (3, 3)]) == nil)
    }
}
