import MayflyConformance
import MayflyModel
import MayflyStoreSupport
import Testing

@testable import MayflyStore

@Suite struct HomeFolderTests {
    @Test func followsTheBaseDirectoryRules() throws {
        let both = ["XDG_DATA_HOME": "/data", "HOME": "/home/a"]
        #expect(try HomeFolder.standard(environment: both).path == "/data/mayfly")
        #expect(try HomeFolder.standard(environment: ["HOME": "/home/a"]).path == "/home/a/.local/share/mayfly")
        let relative = ["XDG_DATA_HOME": "data", "HOME": "/home/a"]
        #expect(try HomeFolder.standard(environment: relative).path == "/home/a/.local/share/mayfly")
        #expect(throws: MayflyError.self) { try HomeFolder.standard(environment: ["HOME": ""]) }
    }

    @Test func makesPrivateFoldersForTheOwnerAlone() throws {
        let fixture = StoreFixture()
        let device = DeviceID()
        let id = try #require(ExtensionID(rawValue: "org.example.tally"))
        let folder = try fixture.home.createPrivateFolder(of: id, on: device)
        for path in [folder, fixture.home.privateFolders, fixture.home.path] {
            #expect(try fixture.mode(of: path) == 0o700)
        }
        #expect(try fixture.home.createPrivateFolder(of: id, on: device) == folder)
    }

    /// An extension knows this path, which must not reveal anything.
    @Test(.proves("C-197")) func namesPrivateFoldersAfterNobody() throws {
        let home = HomeFolder(path: "/home/somebody/mayfly")
        let tally = try #require(ExtensionID(rawValue: "org.example.tally"))
        let poll = try #require(ExtensionID(rawValue: "org.example.poll"))
        let (alice, bob) = (DeviceID(), DeviceID())
        let folder = home.privateFolder(of: tally, on: alice)
        let name = try #require(folder.split(separator: "/").last)
        #expect(name.count == 32)
        #expect(!folder.lowercased().contains(alice.description.lowercased()))
        #expect(!name.contains(alice.description.lowercased().filter { $0 != "-" }))
        let others = [home.privateFolder(of: poll, on: alice), home.privateFolder(of: tally, on: bob)]
        #expect(Set(others + [folder]).count == 3)
        #expect(home.privateFolder(of: tally, on: alice) == folder)
    }
}
