import MayflyModel
import Testing

@testable import MayflyRepository

/// What a publisher may say: something of its own ids, signed by its own key.
@Suite struct PublisherTrustTests {
    private let made = MadeMetadata()
    private let kitchen = RoleName.publisher("kitchen")
    private let garden = RoleName.publisher("garden")

    private func trusted(_ publishers: [MadeMetadata.Publisher]) throws -> TrustedMetadata {
        var trusted = try TrustedMetadata(trustedRoot: try made.root(), now: MadeMetadata.now)
        let snapshot = try made.snapshot(["targets.json": 1, "kitchen.json": 1, "garden.json": 1])
        _ = try trusted.update(timestamp: made.timestamp(of: snapshot))
        try trusted.update(snapshot: snapshot)
        try trusted.update(.targets, made.targets(publishers: publishers))
        return trusted
    }

    @Test func aPublisherWhoNamesPathsOfAnotherIsNotHeard() throws {
        var trusted = try trusted([
            .init(name: "kitchen"), .init(name: "garden", key: 7, patterns: ["org.garden.*/*/*"]),
        ])
        let stolen = "org.garden.rake/1.0.0/bundle.tar"
        try trusted.update(kitchen, made.publisher(naming: ["org.kitchen.pot/1.0.0/bundle.tar", stolen, "store.json"]))
        try trusted.update(garden, made.publisher("garden", by: [7], naming: []))
        let (files, refused) = try trusted.files()
        #expect(files.map(\.file.path) == ["org.kitchen.pot/1.0.0/bundle.tar"])
        #expect(
            refused == [
                "kitchen.json: '\(stolen)' is not below a prefix of 'kitchen', and is ignored",
                "kitchen.json: 'store.json' is not below a prefix of 'kitchen', and is ignored",
            ]
        )
    }

    /// A store cannot keep the machine busy with patterns and files.
    @Test(
        arguments: [
            (
                [["a*"] + Array(repeating: "b/*", count: 64)],
                "paths' must have at most 64 items, found 65"
            ),
            ([["a*/b", "a*/*b*"]], "paths' must have one '*' at most between two slashes, found 'a*/*b*'"),
            ([[String(repeating: "a", count: 257)]], "must have items of at most 256 bytes, found 257: 'aaa"),
            (
                Array(repeating: Array(repeating: "b/*", count: 64), count: 65),
                "roles' must have at most 4,096 'paths' in all, found 4,160 up to 'p64'"
            ),
        ]
    )
    func tooManyPatternsAreRefused(patterns: [[String]], message: String) throws {
        let error = #expect(throws: MayflyError.self) {
            try trusted(patterns.enumerated().map { .init(name: "p\($0)", patterns: $1) })
        }
        #expect(error?.code == .untrusted && error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(error?.message.hasPrefix("targets.json") == true)
        let allowed = Array(repeating: String(repeating: "a", count: 256), count: 64)
        _ = try trusted([.init(name: "kitchen", patterns: allowed)])
    }

    @Test func tooManyFilesAreRefused() throws {
        var trusted = try trusted([.init(name: "kitchen")])
        let paths = (0...4096).map { "org.kitchen.pot/\($0)/bundle.tar" }
        let error = #expect(throws: MayflyError.self) { try trusted.update(kitchen, made.publisher(naming: paths)) }
        #expect(error?.message.contains("must have at most 4,096 files, found 4,097") == true)
        try trusted.update(kitchen, made.publisher(naming: Array(paths.dropLast())))
        #expect(try trusted.files().files.count == 4096)
    }

    @Test func aStopEndsTheComparison() throws {
        var trusted = try trusted([.init(name: "kitchen")])
        try trusted.update(kitchen, made.publisher())
        let error = #expect(throws: MayflyError.self) { try trusted.offers(unless: { true }) }
        #expect(error?.cause is CancellationError)
    }

    /// The first one in the list who owns a path is asked, and no other (4.5, terminating).
    @Test(arguments: [(true, [String]()), (false, ["garden"])])
    func afterATerminatingPublisherNoOtherIsAsked(isTerminating: Bool, speakers: [String]) throws {
        let path = "org.kitchen.pot/1.0.0/bundle.tar"
        var trusted = try trusted([
            .init(name: "kitchen", isTerminating: isTerminating), .init(name: "garden", key: 7),
        ])
        try trusted.update(kitchen, made.publisher(naming: []))
        try trusted.update(garden, made.publisher("garden", by: [7], naming: [path]))
        #expect(try trusted.files().files.map(\.role.text) == speakers)
    }

    @Test func theFirstOfTwoWhoNameAPathCounts() throws {
        var trusted = try trusted([
            .init(name: "garden", key: 7, isTerminating: false), .init(name: "kitchen", isTerminating: false),
        ])
        try trusted.update(kitchen, made.publisher())
        try trusted.update(garden, made.publisher("garden", by: [7], naming: ["org.kitchen.pot/1.0.0/bundle.tar"]))
        #expect(try trusted.files().files.map(\.role.text) == ["garden"])
    }

    @Test func aFormerKeyCountsForNothing() throws {
        var trusted = try trusted([.init(name: "kitchen", key: 16)])
        let error = #expect(throws: MayflyError.self) { try trusted.update(kitchen, made.publisher()) }
        #expect(error?.message == "kitchen.json: needs signatures of 1 of 1 key of the role 'kitchen', and 0 are valid")
        #expect(throws: Never.self) { try trusted.update(kitchen, made.publisher(by: [16])) }
    }

    /// Its keys may be others now.
    @Test func newTargetsForgetWhatPublishersSaid() throws {
        var trusted = try trusted([.init(name: "kitchen")])
        try trusted.update(kitchen, made.publisher())
        let snapshot = try made.snapshot(version: 2, ["targets.json": 2, "kitchen.json": 1, "garden.json": 1])
        _ = try trusted.update(timestamp: made.timestamp(version: 2, of: snapshot, snapshotVersion: 2))
        try trusted.update(snapshot: snapshot)
        #expect(try trusted.files().files.isEmpty && !trusted.has(.targets) && !trusted.has(kitchen))
        try trusted.update(.targets, made.targets(version: 2, publishers: [.init(name: "kitchen", key: 16)]))
        #expect(throws: MayflyError.self) { try trusted.update(kitchen, made.publisher()) }
    }

    @Test(arguments: [
        "targets", "Kitchen", "../kitchen", "", ".kitchen", "a/b", "a b", String(repeating: "a", count: 65),
    ])
    func aPublisherCannotHaveEachName(name: String) {
        #expect(RoleName.publisher(named: name) == nil)
    }

    @Test(arguments: ["../x", "a/../b", "/a", "a//b", "a/", ".a", "a/.b", "a b", "a\u{0}", "é", ""])
    func aTargetCannotBeAtEachPath(path: String) throws {
        var trusted = try trusted([.init(name: "kitchen")])
        let error = #expect(throws: MayflyError.self) { try trusted.update(kitchen, made.publisher(naming: [path])) }
        #expect(error?.code == .untrusted && error?.message.contains("which is not below a folder") == true, "\(path)")
    }
}
