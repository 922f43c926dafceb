import Foundation
import MayflyTestSupport
import Testing

/// `make install`.
@Suite struct InstallTests {
    private func files(below folder: String) -> [String] {
        (FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []).sorted()
    }

    @Test func theTreeHasTheProgramsAndWhatAuthorsNeed() throws {
        let tree = try InstalledTree.shared
        let installed = files(below: tree.prefix)
        for needed in [
            "bin/mayfly", "libexec/mayfly/mayfly-author", "libexec/mayfly/mayfly-worker", "include/mayfly/mayfly.h",
            "include/mayfly/ext/view.h", "lib/pkgconfig/mayfly.pc", "share/mayfly/extension.map",
            "share/mayfly/MayflyExtension/Package.swift",
        ] {
            #expect(installed.contains(needed), "\(needed)")
        }
        // Samples, tests and measurements stay in the checkout.
        #expect(!installed.contains { $0.contains("plugins") || $0.contains("bench") || $0.contains("IceCream") })
        for (variable, path) in [
            ("versionscript", "share/mayfly/extension.map"), ("swiftpackage", "share/mayfly/MayflyExtension"),
            ("includedir", "include"),
        ] {
            let asked = try tree.run(["pkg-config", "--variable=\(variable)", "mayfly"], in: tree.prefix)
            let answer = URL(filePath: asked.output.trimmingCharacters(in: .newlines)).standardized.path
            #expect(answer == URL(filePath: "\(tree.prefix)/\(path)").standardized.path)
        }
        let version = try tree.run(["mayfly", "--version"], in: tree.prefix)
        #expect(version.status == 0, "\(version.output)")
    }

    @Test func installingAgainChangesNothingAndRemovesWhatIsOld() throws {
        let scratch = try ScratchFolder()
        let prefix = scratch.at("usr")
        let programs = try small(in: scratch)
        #expect(try InstalledTree.make(prefix: prefix, programs: programs).status == 0)
        let before = files(below: prefix)
        try scratch.write("old", to: "usr/include/mayfly/old.h")
        try scratch.write("mine", to: "usr/libexec/mayfly/plugins/mine")
        #expect(try InstalledTree.make(prefix: prefix, programs: programs).status == 0)
        #expect(files(below: prefix).filter { !$0.contains("plugins") } == before)
        #expect(scratch.has("usr/libexec/mayfly/plugins/mine"))
    }

    @Test func aStagedTreeFindsItselfWhereItIsUnpacked() throws {
        let scratch = try ScratchFolder()
        let run = try InstalledTree.make(
            prefix: "/usr",
            programs: try small(in: scratch),
            "DESTDIR=\(scratch.at("stage"))"
        )
        #expect(run.status == 0, "\(run.output)")
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: scratch.at("stage/usr/bin/mayfly"))
        #expect(link == "../libexec/mayfly/mayfly")
        let asked = try Program(
            ["pkg-config", "--cflags", "mayfly"],
            adding: ["PKG_CONFIG_PATH": scratch.at("stage/usr/lib/pkgconfig")]
        )
        #expect(asked.output.contains("/stage/usr/lib/pkgconfig/../../include"), "\(asked.output)")
    }

    @Test func aMissingProgramIsAnErrorBeforeAnythingIsWritten() throws {
        let scratch = try ScratchFolder()
        let programs = try small(in: scratch)
        try scratch.remove("programs/mayfly-author")
        let run = try InstalledTree.make(prefix: scratch.at("usr"), programs: programs)
        #expect(run.status == 2)
        #expect(run.output.contains("No rule to make target '\(programs)/mayfly-author'"), "\(run.output)")
        #expect(!scratch.has("usr"))
    }

    @Test func aPrefixThatIsNoWholePathIsRefused() throws {
        let scratch = try ScratchFolder()
        let run = try InstalledTree.make(prefix: "usr", programs: try small(in: scratch), "DESTDIR=\(scratch.path)/")
        #expect(run.status == 2)
        #expect(run.output.contains("mayfly: PREFIX must begin with '/', found 'usr'\n"), "\(run.output)")
        #expect(!scratch.has("usr"))
    }

    /// Empty files in the place of the programs.
    private func small(in scratch: ScratchFolder) throws -> String {
        let names =
            ["mayfly"]
            + ["web", "store", "author", "fetch", "portal", "worker", "static-worker", "media-worker"].map {
                "mayfly-" + $0
            }
        for name in names + ["libMayflyWarmUpSwift.so", "libMayflyWarmUpFoundation.so"] {
            try scratch.write("", to: "programs/" + name)
        }
        return scratch.at("programs")
    }
}
