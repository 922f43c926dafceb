import MayflyModel
import Testing

@testable import MayflyHost

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
        #expect(folder == fixture.home.path + "/devices/\(device)/org.example.tally")
        for path in [folder, fixture.home.folder(of: device), fixture.home.path] {
            #expect(try fixture.mode(of: path) == 0o700)
        }
        #expect(try fixture.home.createPrivateFolder(of: id, on: device) == folder)
    }
}
