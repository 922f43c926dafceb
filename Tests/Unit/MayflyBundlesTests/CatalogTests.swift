import Foundation
import MayflyConformance
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct CatalogTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func scan(_ folders: String...) -> Catalog { Catalog.scan(folders: folders.map(scratch.at)) }

    /// The state of the only bundle of a folder, as text.
    private func problem(in folder: String = "x") -> String? {
        guard case .broken(let error)? = scan(folder).entries.first?.state else { return nil }
        return "\(error.code): \(error.message)"
    }

    @Test func listsAGoodBundleWithItsPlaces() throws {
        let path = try scratch.makeBundle("x/Tally.mayfly")
        let bundle = try scan("x").find("org.mayfly.tally")
        #expect(bundle.folder == path)
        #expect(bundle.libraryPath == path + "/lib/tally.so")
        #expect(bundle.iconPath == path + "/icon.png")
        #expect(bundle.stickersPath == nil)
        #expect(bundle.warnings.isEmpty)
    }

    /// An installer that was killed can leave hidden folders.
    @Test func aHiddenBundleIsNotListed() throws {
        try scratch.makeBundle("x/.replaced-Tally.mayfly")
        try scratch.makeBundle("x/Tally.mayfly")
        #expect(scan("x").entries.map(\.path) == [scratch.at("x/Tally.mayfly")])
    }

    @Test func neverLoadsALibraryToListIt() throws {
        try scratch.makeBundle("x/Tally.mayfly")
        #expect(scan("x").bundles.count == 1)
        #expect(getenv("MAYFLY_TEST_LOADED") == nil)
        let maps = try kernelText(of: "/proc/self/maps")
        #expect(!maps.contains(scratch.path))
    }

    @Test func keepsListingPastEveryKindOfBrokenBundle() throws {
        try scratch.makeBundle("x/Good.mayfly")
        try scratch.write("not a folder", to: "x/File.mayfly")
        try scratch.makeFIFO("x/Fifo.mayfly")
        try scratch.link("x/Dangling.mayfly", to: "/nowhere/at/all")
        try scratch.makeFolder("x/Empty.mayfly")
        try scratch.write("ignored", to: "x/readme.txt")
        try scratch.makeBundle("x/NotJSON.mayfly")
        try scratch.write("{", to: "x/NotJSON.mayfly/manifest.json")
        try scratch.makeBundle("x/NoManifest.mayfly")
        try scratch.remove("x/NoManifest.mayfly/manifest.json")
        try scratch.makeFIFO("x/NoManifest.mayfly/manifest.json")
        let catalog = scan("x", "not-there")
        #expect(catalog.bundles.map(\.folder) == [scratch.at("x/Good.mayfly")])
        #expect(
            catalog.entries.map(\.folderName) == [
                "Dangling.mayfly", "Empty.mayfly", "Fifo.mayfly", "File.mayfly", "Good.mayfly", "NoManifest.mayfly",
                "NotJSON.mayfly",
            ]
        )
        #expect(catalog.warnings.isEmpty)
    }

    @Test func namesWhatIsWrongWithTheFolder() throws {
        try scratch.write("not a folder", to: "x/File.mayfly")
        #expect(
            problem()
                == "invalidBundle: the bundle '\(scratch.path)/x/File.mayfly' cannot be read: a file, where a folder is needed"
        )
        try scratch.makeFolder("y/Empty.mayfly")
        #expect(problem(in: "y") == "invalidManifest: manifest.json: is missing")
    }

    @Test func refusesAManifestOfMoreThan64KiB() throws {
        try scratch.makeBundle("x/A.mayfly", ["padding": String(repeating: "x", count: 65_536)])
        #expect(problem()?.contains("over the limit of 65,536") == true)
    }

    @Test(.proves("C-015")) func refusesABundleWithoutItsIcon() throws {
        try scratch.makeBundle("x/A.mayfly")
        try scratch.remove("x/A.mayfly/icon.png")
        #expect(problem() == "invalidBundle: the icon icon.png: no such file")
    }

    @Test func refusesAnIconThatIsNoPicture() throws {
        try scratch.makeBundle("x/A.mayfly")
        try scratch.write("not a picture", to: "x/A.mayfly/icon.png")
        #expect(problem()?.hasPrefix("invalidBundle: the icon icon.png: ") == true)
    }

    @Test func namesThePlatformsThatAreThere() throws {
        let libraries = ["plan9-mips": "lib/tally.so", "haiku-m68k": "lib/tally.so"]
        try scratch.makeBundle("x/A.mayfly", ["libraries": libraries])
        #expect(
            problem()
                == "libraryMissing: no library for \(Platform.current); the bundle has haiku-m68k, plan9-mips"
        )
    }

    @Test func refusesEveryKindOfBadLibrary() throws {
        try scratch.makeBundle("x/A.mayfly")
        let library = "x/A.mayfly/lib/tally.so"
        try scratch.remove(library)
        #expect(problem() == "libraryMissing: lib/tally.so: no such file")
        try scratch.makeFIFO(library)
        #expect(problem() == "invalidLibrary: lib/tally.so: a FIFO, where a regular file is needed")
        try scratch.remove(library)
        try scratch.link(library, to: "/dev/zero")
        #expect(problem() == "invalidLibrary: lib/tally.so: leads out of the folder")
        try scratch.remove(library)
        try scratch.makeFolder(library)
        #expect(problem() == "invalidLibrary: lib/tally.so: a folder, where a regular file is needed")
        try scratch.remove(library)
        try scratch.write("#!/bin/sh\n", to: library)
        #expect(problem()?.hasPrefix("invalidLibrary: lib/tally.so: not an ELF file") == true)
        try scratch.write(Array(SampleLibrary.good.get().prefix(9000)), to: library)
        #expect(problem()?.hasPrefix("invalidLibrary: lib/tally.so: truncated") == true)
    }

    @Test func followsALibraryLinkInsideTheBundle() throws {
        try scratch.makeBundle("x/A.mayfly")
        try scratch.write(SampleLibrary.good.get(), to: "x/A.mayfly/lib/tally.so.1")
        try scratch.remove("x/A.mayfly/lib/tally.so")
        try scratch.link("x/A.mayfly/lib/tally.so", to: "tally.so.1")
        #expect(scan("x").bundles.count == 1)
    }

    @Test func warnsOfALibraryWithoutTheEntryPoint() throws {
        try scratch.makeBundle("x/A.mayfly")
        try scratch.write(SampleLibrary.withoutEntry.get(), to: "x/A.mayfly/lib/tally.so")
        #expect(scan("x").entries.first?.warnings == ["lib/tally.so: does not export mayfly_extension_entry"])
    }

    @Test func letsTheFirstOfAnIDWinAndShowsTheOthers() throws {
        try scratch.makeBundle("late/A.mayfly")
        let first = try scratch.makeBundle("early/Z.mayfly", ["name": "First"])
        let catalog = scan("early", "late")
        #expect(try catalog.find("org.mayfly.tally").manifest.name == "First")
        guard case .shadowed(let bundle, let owner)? = catalog.entries.last?.state else {
            Issue.record("the later bundle is not shadowed")
            return
        }
        #expect(bundle.folder == scratch.at("late/A.mayfly"))
        #expect(owner == first)
    }

    @Test func doesNotLetABrokenBundleShadowAGoodOne() throws {
        try scratch.makeBundle("early/A.mayfly", ["icon": "missing.png"])
        try scratch.makeBundle("late/A.mayfly")
        #expect(try scan("early", "late").find("org.mayfly.tally").folder == scratch.at("late/A.mayfly"))
    }

    @Test func throwsTheOwnErrorOfABrokenBundle() throws {
        try scratch.makeBundle("x/A.mayfly", ["icon": "missing.png"])
        try scratch.makeBundle("x/Burger.mayfly")
        try scratch.write("{", to: "x/Burger.mayfly/manifest.json")
        let byID = #expect(throws: MayflyError.self) { try scan("x").find("org.mayfly.tally") }
        #expect(byID?.code == .invalidBundle)
        #expect(byID?.message == "A.mayfly: the icon missing.png: no such file")
        let byFolder = #expect(throws: MayflyError.self) { try scan("x").find("org.mayfly.burger") }
        #expect(byFolder?.code == .invalidManifest)
    }

    @Test(arguments: ["org.mayfly.taly", "tally", "org.mayfly.Tally", "Taly"])
    func suggestsTheIDThatWasMeant(typed: String) throws {
        try scratch.makeBundle("x/A.mayfly")
        let error = #expect(throws: MayflyError.self) { try scan("x").find(typed) }
        #expect(error?.code == .unknownExtension)
        #expect(error?.message == "no extension '\(typed)'; did you mean 'org.mayfly.tally'?")
    }

    @Test func suggestsNothingForSomethingElse() throws {
        try scratch.makeBundle("x/A.mayfly")
        let error = #expect(throws: MayflyError.self) { try scan("x").find("com.example.weather") }
        #expect(error?.message == "no extension 'com.example.weather'")
    }

    @Test func findsABundleWhoseManifestLacksAPartByTheIDInIt() throws {
        try scratch.makeBundle("x/Counter.mayfly", ["icon": nil, "version": nil])
        #expect(scan("x").entries.first?.id?.rawValue == "org.mayfly.tally")
        let error = #expect(throws: MayflyError.self) { try scan("x").find("org.mayfly.tally") }
        #expect(error?.code == .invalidManifest)
        #expect(error?.message == "Counter.mayfly: manifest.json: 'version' is missing; 'icon' is missing")
    }

    @Test func warnsOfAWrongPartOfTheVariable() throws {
        let bundle = try scratch.makeBundle("x/Tally.mayfly")
        let searchPath = SearchPath(
            home: scratch.at("home"),
            environment: [SearchPath.variable: "\(bundle):\(scratch.at("gone")):\(scratch.at("x"))"],
            executableFolder: nil,
            currentFolder: scratch.path
        )
        let catalog = Catalog.scan(searchPath)
        #expect(
            catalog.warnings == [
                "MAYFLY_PATH: '\(bundle)' is itself a bundle; name the folder that contains it",
                "MAYFLY_PATH: there is no folder '\(scratch.at("gone"))'",
            ]
        )
        #expect(catalog.bundles.count == 1)
        let error = #expect(throws: MayflyError.self) { try catalog.find("com.example.weather") }
        #expect(error?.message.contains("(MAYFLY_PATH: '\(bundle)' is itself a bundle") == true)
    }

    @Test func putsABundleThatIsAddedBeforeAllFolders() throws {
        let added = try scratch.makeBundle("y/Tally.mayfly")
        try scratch.makeBundle("x/Tally.mayfly")
        let searchPath = SearchPath(folders: [scratch.at("x")]).adding(bundleAt: added)
        let catalog = Catalog.scan(searchPath)
        #expect(try catalog.bundle(addedTo: searchPath).folder == added)
        #expect(try catalog.find("org.mayfly.tally").folder == added)
        let gone = SearchPath(folders: [scratch.at("x")]).adding(bundleAt: scratch.at("z/Gone.mayfly"))
        let error = #expect(throws: MayflyError.self) { try Catalog.scan(gone).bundle(addedTo: gone) }
        #expect(error?.code == .invalidBundle)
    }

    @Test func survivesTenThousandEntries() throws {
        try scratch.makeBundle("x/Z.mayfly")
        for number in 0..<10_000 { mkdir(scratch.at("x/\(number).mayfly"), 0o700) }
        let catalog = scan("x")
        #expect(catalog.entries.count == 10_001)
        #expect(catalog.bundles.count == 1)
    }

    @Test func warnsOfASearchFolderThatIsNoFolder() throws {
        try scratch.write("", to: "file")
        #expect(scan("file").warnings == ["\(scratch.at("file")): a file, where a folder is needed"])
    }
}
