import Foundation
import MayflyBundles
import MayflyDistribution
import MayflyModel
import MayflyRepository
import MayflyTestSupport
import Testing

/// Stores whose files are old, and servers that are slow, against the real programs.
@Suite struct StoreTimeTests {
    /// A server that gives the same old files again and again.
    @Test func expiredMetadataInstallsNothingAndWhatIsInstalledRunsOn() async throws {
        let age = Duration.seconds(30 * 86_400)
        let shop = try Shop(age: age)
        try shop.stage("0.9.0")
        try shop.sign(age: age)
        try await Tool.with { tool in
            try await tool.setUp()
            let day = try shop.lastDay
            let advice =
                "the timestamp of \(shop.server.address) expired on \(day): nothing new is installed; installed extensions run on\n"
            let refused = try await tool.run("store", "add", shop.server.address, "--fingerprint", shop.fingerprint)
            #expect(refused.status == 1 && refused.errors == "mayfly: " + advice, "\(refused.errors)")
            #expect(try tool.state().isEmpty)
            try await shop.addAndInstall(asBefore: age, in: tool)
            let before = try tool.state()
            for command in [["list"], ["search", "tally"], ["show", Shop.id]] {
                let known = try await tool.run(all: ["store"] + command)
                #expect(known.status == 0 && known.output.contains(Shop.id), "\(command)")
                #expect(known.errors == "mayfly: warning: " + advice, "\(command): \(known.errors)")
            }
            for command in [["store", "install", "\(Shop.id)@1.0.0", "--yes"], ["store", "update", "--all"]] {
                let outcome = try await tool.run(all: command)
                #expect(outcome.status == 1, "\(command): \(outcome.errors)")
                // Once, and at an install as the error, too.
                let error = command.contains("install") ? "mayfly: " + advice : ""
                #expect(outcome.errors == "mayfly: warning: " + advice + error, "\(command): \(outcome.errors)")
            }
            #expect(try tool.state() == before)
            try await tool.expectLaunch()
            // What was installed can be rolled back, and runs.
            #expect(try await tool.run("store", "rollback", Shop.id).status == 0)
            try await tool.expectLaunch()
            // The publisher wakes up: the timer of the server runs again.
            let keys = ["snapshot", "timestamp"].flatMap { ["--key", shop.key($0)] }
            #expect(try await tool.run(all: ["publish", "timestamp", shop.path] + keys).status == 0)
            // What was known until now has expired, and what is fetched has not: nothing is told.
            let update = try await tool.run("store", "install", "\(Shop.id)@1.0.0", "--yes")
            #expect(update.status == 0 && update.errors.isEmpty, "\(update.errors)")
        }
    }

    /// Files that have expired here are no news where the store has new ones, whatever then fails.
    @Test(arguments: [["update"], ["update", "--all"], ["install", "org.shop.none"]])
    func whatHasExpiredHereOnlyIsNotTold(command: [String]) async throws {
        let age = Duration.seconds(30 * 86_400)
        let shop = try Shop(age: age)
        try await Tool.with { tool in
            try await shop.addAndInstall(asBefore: age, in: tool)
            #expect(try await tool.run("store", "list").errors.contains("expired on"))
            try shop.sign(renewsTimestamp: true)
            let outcome = try await tool.run(all: ["store"] + command)
            #expect(!outcome.errors.contains("expired"), "\(outcome.errors)")
            #expect(try await tool.run("store", "list").errors.isEmpty)
        }
    }

    /// The real limit of the command: 20 seconds with next to nothing.
    @Test(arguments: ["timestamp.json", "\(Shop.id)/2.0.0/"]) func theCommandGivesUpSlowData(part: String) async throws
    {
        try await Shop.withUpdate { shop, tool in
            // What is new is known, and the archive is not fetched yet.
            #expect(try await tool.run("store", "update").status == 0)
            let before = try tool.state()
            let asked = shop.server.requests().count
            try shop.server.misbehave(.init(part, "slow", ["pause": 1]))
            let outcome = try await tool.run("store", "update", "--all")
            #expect(outcome.status == 1)
            let path = try #require(shop.server.requests().dropFirst(asked).first { $0.contains(part) })
            let sentence =
                #/\S+: it took more than \d+ seconds, or sent fewer than 1024 bytes a second for 20 seconds\n/#
            let told = try #require(outcome.errors.firstMatch(of: sentence), "\(outcome.errors)").0
            #expect(told.hasPrefix("\(shop.server.address)\(path): "), "\(outcome.errors)")
            #expect(!outcome.output.contains("up to date"))
            if part == "timestamp.json" {
                // What was known before is installed from the server, which is slow with one file only.
                #expect(try await tool.installedVersion() == "2.0.0")
            } else {
                #expect(try tool.state() == before)
            }
            try await tool.expectLaunch()
        }
    }

    /// A server that is slow with each file, and with none too slow, is not waited for without end.
    @Test func anUpdateThatTakesTooLongIsEnded() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await shop.install(with: tool)
            try shop.publish("2.0.0")
            let before = try tool.state()
            try shop.server.misbehave(.init("2.snapshot.json", "hold"))
            try await OwnThread.run {
                let now = Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000))
                let fetch = Bundle.main.bundlePath + "/mayfly-fetch"
                func stores(_ longest: Duration) -> Stores {
                    Stores(home: tool.home, fetchProgram: fetch, longestUpdate: longest) { now }
                }
                let address = try StoreAddress(shop.server.address)
                let error = #expect(throws: MayflyError.self) { _ = try stores(.seconds(2)).update(address) }
                #expect(error?.code == .unreachable)
                #expect(
                    error?.message
                        == "\(address.text): the update took longer than 2 seconds, and was ended"
                )
                #expect(try tool.state() == before)
                try shop.server.misbehave()
                let store = try stores(.seconds(600)).update(address)
                #expect(store.offers.contains { $0.version.description == "2.0.0" })
            }
        }
    }

    /// A server that sends a byte now and then is given up, and not waited for.
    @Test func slowDataIsGivenUp() async throws {
        let shop = try Shop()
        try await Tool.with { tool in
            try await shop.install(with: tool)
            let before = try tool.state()
            try shop.server.misbehave(.init("timestamp.json", "slow"))
            try await OwnThread.run {
                let now = Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1000))
                let stores = Stores(
                    home: tool.home,
                    fetchProgram: Bundle.main.bundlePath + "/mayfly-fetch",
                    patience: 1
                ) { now }
                let address = try StoreAddress(shop.server.address)
                let error = #expect(throws: MayflyError.self) { _ = try stores.update(address) }
                #expect(error?.code == .unreachable)
                #expect(
                    error?.message.contains("sent fewer than 1024 bytes a second for 1 seconds") == true,
                    "\(error?.message ?? "")"
                )
            }
            #expect(try tool.state() == before)
        }
    }
}
