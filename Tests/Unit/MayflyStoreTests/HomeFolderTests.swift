import MayflyModel
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
}
