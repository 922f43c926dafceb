import Foundation
import MayflyTestSupport
import Testing

/// The catalogues of the libraries, `MayflyHost.docc` and `MayflyExtension.docc`, as `make documentation` builds them.
@Suite struct LibraryDocumentationTests {
    private static let modules = ["MayflyHost", "MayflyExtension"]
    private static let hasDocC = (try? Program(["sh", "-c", "command -v docc"]))?.status == 0

    private static func build(_ sources: String..., to folder: ScratchFolder) throws -> Program {
        let build = URL(filePath: Bundle.main.bundlePath).resolvingSymlinksInPath().path
        let command = [Checkout.folder.path + "/.ci/documentation", build, folder.at("built")]
        return try Program(command + sources, takesErrors: true)
    }

    @Test(.enabled(if: hasDocC, "docc is missing")) func everyLinkOfTheCataloguesResolves() throws {
        let folder = try ScratchFolder()
        let run = try Self.build(to: folder)
        #expect(run.status == 0, "\(run.output)")
        for module in Self.modules {
            #expect(folder.has("built/\(module).doccarchive/data/documentation/\(module.lowercased()).json"))
        }
    }

    @Test(.enabled(if: hasDocC, "docc is missing")) func aLinkThatLeadsNowhereIsAnError() throws {
        let folder = try ScratchFolder()
        for module in Self.modules {
            try folder.makeFolder("sources/\(module)/\(module).docc")
            let page = "# ``\(module)``\n\nA library.\n\n## Topics\n\n### All\n\n- ``NoSuchType``\n"
            try folder.write(page, to: "sources/\(module)/\(module).docc/\(module).md")
        }
        let run = try Self.build(folder.at("sources"), to: folder)
        #expect(run.status != 0)
        #expect(run.output.contains("'NoSuchType' doesn't exist at '/MayflyHost'"), "\(run.output)")
    }

    /// A public type that no page names would be found by nobody who reads.
    @Test(.enabled(if: hasDocC, "docc is missing")) func theLandingPagesNameEveryType() throws {
        struct Symbols: Decodable {
            struct Symbol: Decodable {
                let pathComponents: [String]
            }
            let symbols: [Symbol]
        }
        let folder = try ScratchFolder()
        try #require(try Self.build(to: folder).status == 0)
        for module in Self.modules {
            let graph = Data(try folder.bytes("built/symbols/\(module)/\(module).symbols.json"))
            let types = try JSONDecoder().decode(Symbols.self, from: graph).symbols.map(\.pathComponents).filter {
                $0.count == 1
            }
            let page = try String(
                contentsOf: Checkout.folder.appending(path: "Sources/\(module)/\(module).docc/\(module).md"),
                encoding: .utf8
            )
            #expect(!types.isEmpty)
            for type in types { #expect(page.contains("- ``\(type[0])``\n"), "\(module): \(type[0])") }
        }
    }
}
