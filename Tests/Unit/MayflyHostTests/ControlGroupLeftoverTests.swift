import Foundation
import GRDB
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyHost
@testable import MayflyLinux
@testable import MayflyStore
@testable import MayflyWorkers

/// The control groups of hosts that were killed, where this process may make such; elsewhere there is nothing to test.
@Suite(.enabled("control groups cannot be made here") { (try? ControlGroups()) != nil })
struct ControlGroupLeftoverTests {
    /// Groups of a host that is gone and of this process, in groups of the test's own.
    private final class Scene {
        let home: HomeFolder
        let above: [ControlGroupFolder]
        let left: [ControlGroupFolder]
        let own: [ControlGroupFolder]
        /// A host that had this process's number before it.
        let gone: ProcessIdentity

        init(home: HomeFolder) throws {
            self.home = home
            let identity = try #require(ProcessIdentity.own).description.split(separator: " ")
            gone = try #require(ProcessIdentity("\(identity[0]) 1 \(identity[2])"))
            let (name, prefix) = ("test-\(UUID())", ControlGroups.prefix(of: getpid()))
            let namespace = try #require(prefix.split(separator: ".").last)
            above = try ControlGroups.ownParents().map { $0.child(name) }
            left = above.map { $0.child("mayfly-\(getpid())-1.\(namespace)1") }
            own = above.map { $0.child("\(prefix)1") }
            for group in above + left + own { try group.make() }
        }

        deinit { for group in left + own + above { group.remove() } }

        /// How many of them there are still.
        func count(_ groups: [ControlGroupFolder]) -> Int {
            groups.count { FileManager.default.fileExists(atPath: $0.path) }
        }

        /// As a host that is gone has left it.
        func leaveRow() async throws {
            let store = try Store(home: home)
            let record = LaunchRecord(
                launch: 1,
                extensionID: try #require(ExtensionID(rawValue: "org.example.tally")),
                name: "Tally",
                device: "alice",
                conversation: "chat",
                launched: Timestamp(rawValue: 1)
            )
            _ = try await store.keep([record], numbers: [:])
            let name = gone.description
            try await store.pool.write { db in
                try db.execute(sql: "UPDATE launch SET host = ?, seat = NULL", arguments: [name])
            }
        }
    }

    @Test func theNextStartRemovesThemWhereverTheHostRan() async throws {
        let fixture = StoreFixture()
        let scene = try Scene(home: fixture.home)
        _ = try ExtensionHost(home: fixture.home)
        #expect(scene.count(scene.left) == scene.left.count, "nobody knows that their host is gone")
        try await scene.leaveRow()
        _ = try ExtensionHost(home: fixture.home)
        #expect(scene.count(scene.left) == 0)
        #expect(scene.count(scene.own) == scene.own.count)
    }

    @Test func hostsOfOtherPIDNamespacesAreLeftAlone() throws {
        let prefix = ControlGroups.prefix(of: getpid())
        let namespace = try #require(prefix.split(separator: ".").last?.dropLast())
        let parents = try ControlGroups.ownParents()
        let other = parents.map { $0.child("mayfly-\(getpid())-1.1\(namespace)-1") }
        let same = parents.map { $0.child("mayfly-\(getpid())-1.\(namespace)-1") }
        defer { for group in other + same { group.remove() } }
        for group in other + same { try group.make() }
        ControlGroups.clearLeftovers()
        for group in other { #expect(FileManager.default.fileExists(atPath: group.path)) }
        for group in same { #expect(!FileManager.default.fileExists(atPath: group.path)) }
    }
}
