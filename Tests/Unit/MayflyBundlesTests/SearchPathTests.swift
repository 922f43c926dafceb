import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct SearchPathTests {
    private func folders(_ variable: String?) -> [String] {
        SearchPath(
            home: "/home/u/.mayfly",
            environment: variable.map { [SearchPath.variable: $0] } ?? [:],
            executableFolder: "/opt/bin",
            currentFolder: "/work"
        ).folders
    }

    private let standard = [
        "/home/u/.mayfly/extensions", "/opt/bin/plugins", "/usr/local/lib/mayfly/extensions",
        "/usr/lib/mayfly/extensions",
    ]

    @Test func hasTheStandardFoldersInOrder() {
        #expect(folders(nil) == standard)
        #expect(folders("") == standard)
    }

    @Test func putsTheVariableFirstAndIgnoresEmptyEntries() {
        #expect(folders(":/a::/b:") == ["/a", "/b"] + standard)
    }

    @Test func dropsDuplicatesHoweverTheyAreWritten() {
        let others = standard.filter { $0 != "/opt/bin/plugins" }
        #expect(folders("/a/:/a:/x/../a:/opt/bin/plugins/.") == ["/a", "/opt/bin/plugins"] + others)
    }

    @Test func countsRelativeFoldersFromTheCurrentOne() {
        #expect(folders("plugins:./more").prefix(2) == ["/work/plugins", "/work/more"])
    }

    @Test func dropsAFolderThatIsALinkToAnEarlierOne() throws {
        let scratch = try ScratchFolder()
        let real = try scratch.makeFolder("real")
        try scratch.link("link", to: "real")
        #expect(folders("\(real):\(scratch.at("link"))").count == 1 + standard.count)
    }
}
