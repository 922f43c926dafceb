import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The two parts of the drawer of a device (model 10.2).
@Suite struct DrawerPlaceTests {
    private static let smileys = "org.mayfly.smileys"

    /// The ids of the entries that have a place, in the order of their places.
    private func ids(_ test: TestHost, _ place: KeyPath<DrawerEntry, Int?>, on device: String = "alice") throws
        -> [String]
    {
        try test.host.drawer(of: device)
            .compactMap { entry in entry[keyPath: place].map { ($0, entry.bundle.id.rawValue) } }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }

    @Test(.proves("C-016")) func aNewInstallIsEnabledAndTheFirstOfTheRecentOnes() async throws {
        try await Puppet.with { test in
            #expect(try ids(test, \.recent).isEmpty)
            try await test.window(as: "alice") { try await $0.open(test.bundle(Puppet.otherID)) }
            try await test.window(as: "alice") { try await $0.open(test.bundle(Puppet.id)) }
            #expect(try ids(test, \.recent) == [Puppet.id, Puppet.otherID])
            try test.host.install(bundleAt: Samples.folder + "/Smileys.mayfly")
            #expect(try ids(test, \.recent) == [Self.smileys, Puppet.id, Puppet.otherID])
            #expect(try ids(test, \.recent, on: "bob") == [Self.smileys])
            for device in try test.host.devices() {
                #expect(try test.host.isEnabled(test.bundle(Self.smileys).id, on: device))
            }
            try await test.window(as: "alice") { try await $0.open(test.bundle(Puppet.otherID)) }
            // An update keeps the place.
            try test.host.install(bundleAt: Samples.folder + "/Smileys.mayfly")
            #expect(try ids(test, \.recent) == [Puppet.otherID, Self.smileys, Puppet.id])
            // A pack is used, too, though nothing of it is launched.
            try await test.window(as: "alice") { try await $0.open(test.bundle(Self.smileys)) }
            #expect(try ids(test, \.recent) == [Self.smileys, Puppet.otherID, Puppet.id])
        }
    }

    @Test func aDeviceWithoutADrawerHasNoFavourites() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            #expect(try await tool.run("device", "create", "watch", "--of", "alice", "--profile", "watch").status == 0)
            for ids in [[], ["org.mayfly.tally"], ["--none"]] {
                let refused = try await tool.run(all: ["favourites", "--as", "watch"] + ids)
                #expect(refused.errors == "mayfly: 'watch' has no drawer: a watch device runs no extensions\n")
                #expect(refused.status == 1 && refused.output.isEmpty)
            }
        }
    }

    @Test(.proves("C-016")) func favouritesKeepTheOrderOfThePerson() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let made = try await tool.run("favourites", "--as", "alice", "org.mayfly.tally", "org.mayfly.icecream")
            #expect(made.lines == ["org.mayfly.tally  Tally", "org.mayfly.icecream  Ice Cream Builder"])
            #expect(try await tool.run("favourites", "--as", "alice").lines == made.lines)
            #expect(try await tool.run("favourites", "--as", "bob").output.isEmpty)
            let wrong = try await tool.run("favourites", "--as", "alice", "org.mayfly.cone")
            #expect(wrong.status != 0 && wrong.errors.contains("org.mayfly.cone"))
            let client = try HostClient(tool)
            try client.sayHello()
            func places() throws -> [String: Int] {
                let list = try client.call("extensions.drawer", ["device": "alice"])["extensions"]
                return (list as? [HostClient.Object] ?? []).reduce(into: [:]) { places, entry in
                    if let id = entry["id"] as? String, let place = entry["favourite"] as? Int { places[id] = place }
                }
            }
            #expect(try places() == ["org.mayfly.tally": 1, "org.mayfly.icecream": 2])
            try client.call(
                "extensions.setFavourites",
                ["device": "alice", "extensions": ["org.mayfly.icecream", Self.smileys, "org.mayfly.tally"]]
            )
            #expect(try places() == ["org.mayfly.icecream": 1, Self.smileys: 2, "org.mayfly.tally": 3])
            let request = try client.request("extensions.setFavourites", ["device": "alice", "extensions": ["a b"]])
            #expect(throws: HostClient.Failure.self) { try client.result(of: request) }
            let drawer = try await tool.run("chat", "chat", "--as", "alice", script: "drawer\n")
            #expect(drawer.lines.contains("org.mayfly.smileys     sticker-pack  -      favourite 2  Smileys"))
            #expect(try await tool.run("favourites", "--as", "alice", "--none").output.isEmpty)
            #expect(try places().isEmpty)
        }
    }
}
