import Foundation
import MayflyTestSupport
import Testing

/// That the second run of the tests is what it says it is.
@Suite(.asRootsDouble) struct OrdinaryUserTests {
    private static func status(_ key: String) throws -> String? {
        let text = try kernelText(of: "/proc/self/status")
        let line = text.split(separator: "\n").first { $0.hasPrefix(key + ":") }
        return line.map { $0.dropFirst(key.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    @Test func theTestsHaveNothingOfRoots() throws {
        let user = try #require(ProcessInfo.processInfo.environment["MAYFLY_TESTS_USER"])
        let ids = try #require(try Self.status("Uid")).split(separator: "\t").map(String.init)
        #expect(user != "0" && ids == [user, user, user, user])
        #expect(try Self.status("Groups") == "")
        for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
            #expect(try Self.status(set) == "0000000000000000", "\(set)")
        }
        #expect(!FileManager.default.isReadableFile(atPath: "/etc/shadow"))
    }
}
