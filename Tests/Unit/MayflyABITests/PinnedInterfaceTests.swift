import Foundation
import MayflyHeaders
import Testing

/// The headers and the golden files of `Tests/FrozenPlugins`: nothing that extensions were built with may change.
@Suite struct PinnedInterfaceTests {
    private let headers = Result { try HeaderReader.read(InterfaceSource.headers) }

    @Test func nothingThatIsPinnedHasChanged() throws {
        let findings = try InterfacePin.findings(try headers.get())
        #expect(!findings.isEmpty)
        for finding in findings where finding.differences.judgement == .broke {
            Issue.record("\(finding.file.path):\n\(finding.lines(.broke))")
        }
    }

    /// What grew is pinned with the version that it belongs to, or it could change again unseen.
    @Test func whatTheHeadersHaveIsPinned() throws {
        let interface = try headers.get()
        let newest = try #require(try InterfacePin.findings(interface).last)
        let version = try #require(interface.version)
        #expect(newest.file.path.hasSuffix("abi-\(version)/interface.json"), "`make pin` writes that of \(version)")
        if newest.differences.judgement == .grew { Issue.record("\(newest.file.path):\n\(newest.lines(.grew))") }
    }
}
