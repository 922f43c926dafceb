import Foundation
import MayflyTestSupport
import MayflyValidation
import Testing

/// Bundles that are made to keep `mayfly validate` busy, or to end it. Each is judged, in a time and with memory that have a bound.
@Suite struct HostileBundleTests {
    @Test func linksInACircleAreNamed() async throws {
        let bundle = try BrokenBundle.app()
        try FileManager.default.createSymbolicLink(atPath: bundle + "/one", withDestinationPath: "two")
        try FileManager.default.createSymbolicLink(atPath: bundle + "/two", withDestinationPath: "one")
        try FileManager.default.createSymbolicLink(atPath: bundle + "/self", withDestinationPath: ".")
        let verdict = try await Self.verdict("bundle-files", of: bundle)
        // A link to the bundle itself stays inside, and is not followed.
        #expect(verdict.name == "failed")
        #expect(verdict.lines.map { String($0.prefix { $0 != ":" }) } == ["one", "two"], "\(verdict)")
    }

    @Test func aLinkToAnotherFolderOfTheBundleIsAllowed() async throws {
        let bundle = try BrokenBundle.app()
        try FileManager.default.createSymbolicLink(atPath: bundle + "/lib/icon.png", withDestinationPath: "../icon.png")
        #expect(try await Self.verdict("bundle-files", of: bundle) == .passed)
    }

    @Test func tenThousandFoldersInEachOtherAreNotWalked() async throws {
        let bundle = try BrokenBundle.app()
        try Self.nest(10_000, in: bundle)
        defer { _ = try? Program(["rm", "-rf", bundle]) }
        let verdict = try await Self.verdict("bundle-files", of: bundle)
        #expect(verdict.name == "failed")
        #expect(verdict.lines.count == 1)
        #expect(verdict.lines.first?.contains("folders nested deeper than 16") == true, "\(verdict)")
    }

    @Test func emptyFoldersCountToo() async throws {
        let bundle = try BrokenBundle.app()
        for number in 0..<20_001 { try #require(mkdir(bundle + "/\(number)", 0o700) == 0) }
        #expect(try await Self.verdict("bundle-files", of: bundle) == .failed(["more than 20,000 files and folders"]))
    }

    /// Two files of which each is as long as a file can be. Together they have more bytes than a number can say.
    @Test func filesWithoutAnEndDoNotEndIt() async throws {
        let scratch = "/dev/shm/mayfly-test-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let bundle = scratch + "/hostile.mayfly"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: try BrokenBundle.app(), toPath: bundle)
        for name in ["lib/plugin.so", "large", "icon.png"] {
            if name == "large" { try Data().write(to: URL(filePath: bundle + "/large")) }
            // The largest file of a tmpfs; other file systems have smaller ones.
            try #require(truncate(bundle + "/" + name, .max) == 0, "\(name): \(String(cString: strerror(errno)))")
        }
        let report = try await Self.report(bundle, only: "^(bundle|icon|library|manifest)-")
        let results = Dictionary(uniqueKeysWithValues: report.results.map { ($0.check.id, $0.verdict) })
        #expect(
            results["bundle-size"] == .warning(["its files have 9,223,372,036,854,775,807 bytes together"])
        )
        #expect(results["icon-picture"]?.name == "failed")
        #expect(report.results.allSatisfy { $0.verdict.name != "crashed" })
    }

    /// Folders in each other, made from the innermost one of those that are open: a path has 4,096 bytes at most.
    private static func nest(_ count: Int, in bundle: String) throws {
        var here = open(bundle, O_RDONLY | O_DIRECTORY)
        for _ in 0..<count {
            try #require(mkdirat(here, "d", 0o700) == 0)
            let next = openat(here, "d", O_RDONLY | O_DIRECTORY)
            close(here)
            try #require(next >= 0)
            here = next
        }
        close(here)
    }

    private static func verdict(_ check: String, of bundle: String) async throws -> Verdict {
        try #require(try await report(bundle, only: "^\(check)$").results.first).verdict
    }

    private static func report(_ bundle: String, only: String) async throws -> BundleReport {
        let scratch = try ScratchFolder()
        let settings = RunSettings(folder: scratch.path)
        let selection = try Selection(level: Check.mostLevel, only: only)
        var reports: [BundleReport] = []
        _ = try await Validator(selection, settings: settings).validate([bundle]) { reports.append($0) }
        return try #require(reports.first)
    }
}
