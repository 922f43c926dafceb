import Foundation
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct InstallerTests {
    private let scratch: ScratchFolder
    private let installer: Installer
    private let id: ExtensionID
    private let installed = "home/extensions/org.mayfly.tally.mayfly"

    init() throws {
        scratch = try ScratchFolder()
        installer = Installer(home: scratch.at("home"))
        id = try #require(ExtensionID(rawValue: "org.mayfly.tally"))
    }

    private func searchPath(_ variable: String = "") -> SearchPath {
        SearchPath(
            home: scratch.at("home"),
            environment: [SearchPath.variable: variable],
            executableFolder: nil,
            currentFolder: scratch.path
        )
    }

    /// The entries of the folder of installed bundles except the lock, and the folder in which their versions are.
    private func contents() throws -> [String] {
        try scratch.names("home/extensions").filter { $0 != ".lock" && $0 != ".versions" }
    }

    /// The versions of the bundle that are on the disk, without what is told apart behind them.
    private func versions() throws -> [String] {
        guard scratch.has("home/extensions/.versions/\(id)") else { return [] }
        return try scratch.names("home/extensions/.versions/\(id)")
            .filter { !$0.hasSuffix(".former") && !$0.hasSuffix(".notes") }
            .map { String($0.prefix { $0 != "-" }) }
    }

    private func refusal(_ path: String) -> MayflyError? {
        do throws(MayflyError) {
            try installer.install(bundleAt: path)
            return nil
        } catch {
            return error
        }
    }

    @Test func makesAllFoldersForTheirOwnerAlone() throws {
        try installer.install(bundleAt: try scratch.makeBundle("Some Name.mayfly"))
        let versions = "home/extensions/.versions"
        for path in ["home", "home/extensions", versions, versions + "/\(id)", installed, installed + "/lib"] {
            let folder = URL(filePath: scratch.at(path)).resolvingSymlinksInPath().path
            let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
            #expect(mode == 0o700, "\(path)")
        }
    }

    @Test func copiesAWholeBundleUnderItsID() throws {
        let source = try scratch.makeBundle("Some Name.mayfly")
        try scratch.write("deep", to: "Some Name.mayfly/a/b/c.txt")
        try scratch.link("Some Name.mayfly/a/link", to: "b/c.txt")
        let bundle = try installer.install(bundleAt: source)
        #expect(bundle.folder == scratch.at(installed))
        #expect(try contents() == ["org.mayfly.tally.mayfly"])
        #expect(try scratch.bytes(installed + "/a/link") == Array("deep".utf8))
        #expect(try scratch.bytes(installed + "/lib/tally.so") == SampleLibrary.good.get())
        #expect(try Catalog.scan(folders: searchPath().folders).find(id.rawValue) == bundle)
    }

    @Test func replacesAnEarlierVersionWholly() throws {
        try scratch.write("old", to: "Old.mayfly/only-in-old.txt")
        try installer.install(bundleAt: try scratch.makeBundle("Old.mayfly"))
        let updated = try installer.install(bundleAt: try scratch.makeBundle("New.mayfly", ["version": "2.0.0"]))
        #expect(updated.manifest.version.description == "2.0.0")
        #expect(!scratch.has(installed + "/only-in-old.txt"))
        #expect(try contents() == ["org.mayfly.tally.mayfly"])
    }

    /// It asks before each file, so that a large bundle holds up nobody who wants to end, and leaves the earlier version as it was.
    @Test func stopsBetweenTwoFilesAndLeavesNothing() throws {
        try installer.install(bundleAt: try scratch.makeBundle("Old.mayfly"))
        let source = try scratch.makeBundle("New.mayfly", ["version": "2.0.0"])
        for name in ["a", "b", "c"] { try scratch.write(name, to: "New.mayfly/deep/\(name)") }
        func version() throws -> String {
            try Catalog.scan(folders: searchPath().folders).find(id.rawValue).manifest.version.description
        }
        let old = try version()
        var most = 0
        while try version() == old {
            var asked = 0
            do throws(MayflyError) {
                try installer.install(bundleAt: source) {
                    asked += 1
                    return asked > most
                }
            } catch {
                try #require(error.cause is CancellationError)
                #expect(try contents() == ["org.mayfly.tally.mayfly"])
                #expect(try version() == old)
            }
            most += 1
        }
        // Three files in a folder, the manifest, and a library in a folder.
        #expect(most > 6)
    }

    /// The lock that another program holds may be held for long.
    @Test func stopsWhileAnotherProgramInstalls() throws {
        try installer.install(bundleAt: try scratch.makeBundle("Some Name.mayfly"))
        let lock = try FileLock(waitingFor: scratch.at("home/extensions/.lock"))
        defer { extendLifetime(lock) }
        var asked = 0
        func isStopped() -> Bool {
            asked += 1
            return asked > 3
        }
        let error = #expect(throws: MayflyError.self) {
            try installer.uninstall(id, searchPath: searchPath(), unless: isStopped)
        }
        #expect(error?.cause is CancellationError)
        #expect(scratch.has(installed))
    }

    @Test func installsAnInstalledBundleOverItself() throws {
        let bundle = try installer.install(bundleAt: try scratch.makeBundle("A.mayfly"))
        #expect(try installer.install(bundleAt: bundle.folder) == bundle)
    }

    @Test func leavesNothingOfABundleThatItRefuses() throws {
        try installer.install(bundleAt: try scratch.makeBundle("Old.mayfly"))
        let source = try scratch.makeBundle("New.mayfly", ["version": "2.0.0"])
        try scratch.makeFIFO("New.mayfly/z-fifo")
        let special = refusal(source)
        #expect(special?.code == .invalidBundle)
        #expect(special?.message == "z-fifo: a FIFO, where a regular file is needed")
        try scratch.remove("New.mayfly/z-fifo")
        try scratch.link("New.mayfly/z-link", to: "../../Old.mayfly/icon.png")
        #expect(refusal(source)?.message == "z-link: a link that leads out of the bundle")
        try scratch.remove("New.mayfly/z-link")
        try scratch.link("New.mayfly/z-link", to: scratch.at("New.mayfly/icon.png"))
        #expect(refusal(source)?.message == "z-link: a link that leads out of the bundle")
        #expect(try contents() == ["org.mayfly.tally.mayfly"])
        #expect(try ExtensionBundle.read(scratch.at(installed)).manifest.version.description == "1.0.0")
    }

    @Test func refusesABundleThatIsTooLarge() throws {
        let source = try scratch.makeBundle("Big.mayfly")
        try scratch.write([], to: "Big.mayfly/zeros")
        #expect(truncate(scratch.at("Big.mayfly/zeros"), off_t(Installer.maximumSize)) == 0)
        #expect(refusal(source)?.message == "zeros: the bundle has more than 268,435,456 bytes")
        #expect(try contents().isEmpty)
    }

    @Test func refusesABrokenBundleBeforeItTouchesTheDisk() throws {
        let source = try scratch.makeBundle("A.mayfly", ["icon": "none.png"])
        #expect(refusal(source)?.code == .invalidBundle)
        #expect(!scratch.has("home"))
    }

    @Test func putsBackWhatAKilledUpdateSetAside() throws {
        try installer.install(bundleAt: try scratch.makeBundle("A.mayfly"))
        try FileManager.default.moveItem(
            atPath: scratch.at(installed),
            toPath: scratch.at("home/extensions/.replaced-org.mayfly.tally.mayfly")
        )
        try scratch.write("half", to: "home/extensions/.installing-x/manifest.json")
        try installer.install(bundleAt: try scratch.makeBundle("B.mayfly", ["id": "org.mayfly.other"]))
        #expect(try contents() == ["org.mayfly.other.mayfly", "org.mayfly.tally.mayfly"])
    }

    @Test func uninstallsWhatItInstalled() throws {
        try installer.install(bundleAt: try scratch.makeBundle("A.mayfly"))
        try installer.uninstall(id, searchPath: searchPath())
        #expect(try contents().isEmpty)
        let error = #expect(throws: MayflyError.self) { try installer.uninstall(id, searchPath: searchPath()) }
        #expect(error?.code == .unknownExtension)
        #expect(error?.message == "'org.mayfly.tally' is not installed")
    }

    @Test func saysWhereABundleOfSomebodyElseIs() throws {
        let path = try scratch.makeBundle("elsewhere/A.mayfly")
        let error = #expect(throws: MayflyError.self) {
            try installer.uninstall(id, searchPath: searchPath(scratch.at("elsewhere")))
        }
        #expect(error?.message == "'org.mayfly.tally' was not installed by mayfly; remove the folder \(path)")
        #expect(scratch.has("elsewhere/A.mayfly/manifest.json"))
    }

    @Test func removesALinkAndNotWhatItLeadsTo() throws {
        let source = try scratch.makeBundle("Work.mayfly")
        try scratch.makeFolder("home/extensions")
        try scratch.link(installed, to: source)
        try installer.uninstall(id, searchPath: searchPath())
        #expect(scratch.has("Work.mayfly/manifest.json"))
        #expect(try contents().isEmpty)
    }

    @Test func keepsTheFormerVersionUntilTheNextUpdate() throws {
        for version in ["1.0.0", "2.0.0", "3.0.0"] {
            try installer.install(bundleAt: try scratch.makeBundle("\(version).mayfly", ["version": version]))
        }
        #expect(try versions() == ["2.0.0", "3.0.0"])
        #expect(try installer.rollBack(id, searchPath: searchPath()).manifest.version.description == "2.0.0")
        #expect(try ExtensionBundle.read(scratch.at(installed)).manifest.version.description == "2.0.0")
        // The other way round, as often as wanted.
        #expect(try installer.rollBack(id, searchPath: searchPath()).manifest.version.description == "3.0.0")
        try installer.uninstall(id, searchPath: searchPath())
        #expect(try contents().isEmpty && !scratch.has("home/extensions/.versions"))
    }

    @Test func goesBackPastTheSameVersion() throws {
        // The version that sorts and begins alike is another one.
        for version in ["1.0.0-beta", "1.0.0", "1.0.0", "1.0.0"] {
            let bundle = try scratch.makeBundle("\(UUID()).mayfly", ["version": version])
            try installer.install(bundleAt: bundle)
        }
        #expect(try versions() == ["1.0.0", "1.0.0"])
        #expect(try installer.rollBack(id, searchPath: searchPath()).manifest.version.description == "1.0.0-beta")
        #expect(try installer.rollBack(id, searchPath: searchPath()).manifest.version.description == "1.0.0")
    }

    @Test func saysThatThereIsNothingToGoBackTo() throws {
        func refusal() -> MayflyError? {
            #expect(throws: MayflyError.self) { try installer.rollBack(id, searchPath: searchPath()) }
        }
        #expect(refusal()?.code == .unknownExtension)
        try installer.install(bundleAt: try scratch.makeBundle("A.mayfly"))
        #expect(refusal()?.message == "there is no version of 'org.mayfly.tally' before the installed one")
        // The same version once more is none.
        try installer.install(bundleAt: try scratch.makeBundle("B.mayfly"))
        #expect(refusal()?.message == "there is no version of 'org.mayfly.tally' before the installed one")
        #expect(try versions() == ["1.0.0"])
    }

    @Test func goesBackToTheSameVersionFromElsewhere() throws {
        for notes in ["first", "second", "second"] {
            _ = try installer.install(notes: Array(notes.utf8)) { folder throws(MayflyError) in
                do { try fill(folder, "1.0.0") } catch { throw MayflyError(.files, "\(error)") }
            }
        }
        try installer.rollBack(id, searchPath: searchPath())
        #expect(installer.notes(of: id) == Array("first".utf8))
    }

    @Test func doesNotGoBackInABundleOfSomebodyElse() throws {
        let path = try scratch.makeBundle("elsewhere/A.mayfly")
        let error = #expect(throws: MayflyError.self) {
            try installer.rollBack(id, searchPath: searchPath(scratch.at("elsewhere")))
        }
        #expect(
            error?.message
                == "there is no version of 'org.mayfly.tally' before the one in \(path): it was not installed by mayfly"
        )
        #expect(scratch.has("elsewhere/A.mayfly/manifest.json"))
    }

    /// As earlier versions of this program have installed it, or a person has put it there.
    @Test func takesTheFolderThatIsInThePlaceOfTheLinkAsTheFormerVersion() throws {
        try scratch.makeBundle(installed)
        try installer.install(bundleAt: try scratch.makeBundle("New.mayfly", ["version": "2.0.0"]))
        #expect(try ExtensionBundle.read(scratch.at(installed)).manifest.version.description == "2.0.0")
        #expect(try contents() == ["org.mayfly.tally.mayfly"])
        #expect(try installer.rollBack(id, searchPath: searchPath()).manifest.version.description == "1.0.0")
    }

    /// An earlier version of this program had one link for the version before, whatever was installed.
    @Test func knowsTheFormerVersionOfAnEarlierProgram() throws {
        func make(_ version: String) throws -> String {
            try scratch.makeBundle("\(version).mayfly", ["version": version])
        }
        for version in ["1.0.0", "2.0.0"] { try installer.install(bundleAt: make(version)) }
        let own = "home/extensions/.versions/\(id)"
        let first = try #require(scratch.names(own).first { $0.hasPrefix("1.0.0-") && !$0.hasSuffix(".notes") })
        for name in try scratch.names(own) where name.hasSuffix(".former") { try scratch.remove("\(own)/\(name)") }
        try scratch.link("\(own)/.former", to: first)
        // Another install looks at all extensions, and leaves it.
        try installer.install(bundleAt: try scratch.makeBundle("B.mayfly", ["id": "org.mayfly.other"]))
        #expect(try versions() == ["1.0.0", "2.0.0"])
        #expect(try installer.rollBack(id, searchPath: searchPath()).manifest.version.description == "1.0.0")
        #expect(try installer.rollBack(id, searchPath: searchPath()).manifest.version.description == "2.0.0")
        try installer.install(bundleAt: make("3.0.0"))
        #expect(try versions() == ["2.0.0", "3.0.0"] && !scratch.names(own).contains(".former"))
        #expect(try installer.rollBack(id, searchPath: searchPath()).manifest.version.description == "2.0.0")
    }

    /// What runs in a version keeps its files through updates and an uninstall, and what is left of it goes with the next change.
    @Test func keepsTheFilesOfAVersionInWhichSomethingRuns() throws {
        let bundle = try installer.install(bundleAt: try scratch.makeBundle("1.mayfly")).resolved
        var use = BundleUse(of: bundle.folder)
        try #require(use != nil)
        for version in ["2.0.0", "3.0.0"] {
            try installer.install(bundleAt: try scratch.makeBundle("\(version).mayfly", ["version": version]))
        }
        #expect(try versions() == ["1.0.0", "2.0.0", "3.0.0"])
        try installer.uninstall(id, searchPath: searchPath())
        #expect(try versions() == ["1.0.0"])
        #expect(try ExtensionBundle.read(bundle.folder).manifest.version.description == "1.0.0")
        use = nil
        try installer.install(bundleAt: try scratch.makeBundle("B.mayfly", ["id": "org.mayfly.other"]))
        #expect(try versions().isEmpty)
    }

    @Test func keepsNotesWithAVersion() throws {
        func install(_ version: String, _ notes: String) throws {
            _ = try installer.install(notes: Array(notes.utf8)) { folder throws(MayflyError) in
                do { try fill(folder, version) } catch { throw MayflyError(.files, "\(error)") }
            }
        }
        try install("1.0.0", "first")
        try install("2.0.0", "second")
        #expect(installer.notes(of: id) == Array("second".utf8))
        try installer.rollBack(id, searchPath: searchPath())
        #expect(installer.notes(of: id) == Array("first".utf8))
        try installer.install(bundleAt: try scratch.makeBundle("Other.mayfly", ["version": "3.0.0"]))
        #expect(installer.notes(of: id) == nil)
    }

    private func fill(_ folder: String, _ version: String) throws {
        let made = try scratch.makeBundle("made-\(version)", ["version": version])
        for name in try FileManager.default.contentsOfDirectory(atPath: made) {
            try FileManager.default.copyItem(atPath: "\(made)/\(name)", toPath: "\(folder)/\(name)")
        }
    }

    @Test func keepsOneOfManyInstallsAtOnce() async throws {
        let sources = try (1...6).map { try scratch.makeBundle("\($0).mayfly", ["version": "\($0).0.0"]) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for source in sources { group.addTask { try installer.install(bundleAt: source) } }
            try await group.waitForAll()
        }
        #expect(try contents() == ["org.mayfly.tally.mayfly"])
        #expect(throws: Never.self) { try ExtensionBundle.read(scratch.at(installed)) }
    }
}
