import Foundation
import MayflyBundles
import MayflyCommands
import MayflyModel
import MayflyProtocol
import Testing

@Suite struct CatalogLineTests {
    /// One transparent pixel, as a GIF.
    private static let picture: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0]
        + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

    /// Two folders: the first has a valid sticker pack and a broken bundle, the second has the same pack again.
    private func withCatalog(
        name: String = "Faces",
        summary: String = "Some faces.",
        _ body: (Catalog, String) throws -> Void
    ) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "mayfly-list-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: place) }
        let manifest = """
            {"id": "org.example.faces", "name": "\(name)", "version": "1.2.0", "kind": "sticker-pack", "icon": "icon.png",
             "summary": "\(summary)", "stickers": "Faces"}
            """
        for folder in ["first/Faces.mayfly", "second/Faces.mayfly"] {
            let path = "\(place)/\(folder)"
            try FileManager.default.createDirectory(atPath: path + "/Faces", withIntermediateDirectories: true)
            try Data(manifest.utf8).write(to: URL(filePath: path + "/manifest.json"))
            try Data(Self.picture).write(to: URL(filePath: path + "/icon.png"))
        }
        let broken = "\(place)/first/Bad\u{1B}.mayfly"
        try FileManager.default.createDirectory(atPath: broken, withIntermediateDirectories: true)
        try body(Catalog.scan(folders: ["\(place)/first", "\(place)/second"]), place)
    }

    @Test func showsGoodBrokenAndShadowedBundles() throws {
        try withCatalog { catalog, place in
            let lines = CatalogTable.lines(of: catalog.entries)
            #expect(lines.count == 4)
            #expect(lines[0].hasPrefix("ID                 NAME"))
            #expect(
                lines[1].hasPrefix("-                  Bad\\u{1B}.mayfly  -        -             broken: manifest.json")
            )
            #expect(lines[2] == "org.example.faces  Faces             1.2.0    sticker-pack  ready")
            #expect(lines[3].hasSuffix("shadowed by \(place)/first/Faces.mayfly, which comes first"))
        }
    }

    @Test func writesAnObjectForEach() throws {
        try withCatalog { catalog, place in
            let lines = catalog.entries.map { Shapes.catalogEntry.json(($0, DisabledExtensions()), .none) }
            #expect(lines.map { $0["state"] } == [.text("broken"), .text("ready"), .text("shadowed")])
            #expect(lines[0]["id"] == .null)
            #expect(lines[0]["code"] == .text("invalidManifest"))
            #expect(lines[1]["version"] == .text("1.2.0"))
            #expect(lines[1]["path"] == .text(place + "/first/Faces.mayfly"))
            #expect(lines[2]["shadowed_by"] == .text(place + "/first/Faces.mayfly"))
        }
    }

    /// Wrapped by a terminal, they would look like lines and columns of the host.
    @Test func blanksOfABundleMakeNoLinesAndColumns() throws {
        let blanks = String(repeating: " ", count: 20)
        let (name, summary) = ("Faces\(blanks)9.0.0  app  ready", "Faces\(blanks)verified    by Mayfly")
        try withCatalog(name: name, summary: summary) { catalog, _ in
            let info = BundleInfo(bundle: try catalog.find("org.example.faces"), catalog: catalog)
            #expect(info.lines().contains("  summary     Faces verified by Mayfly"))
            let rows = info.lines(width: 24)
            let first = try #require(rows.firstIndex { $0.hasPrefix("  summary ") })
            let expected = ["  summary     Faces", "              verified", "              by Mayfly"]
            #expect(Array(rows[first...].prefix(3)) == expected)
            let lines = CatalogTable.lines(of: catalog.entries)
            #expect(lines.contains { $0.contains("  Faces 9.0.0 app ready  1.2.0  ") }, "\(lines)")
        }
    }

    @Test func tellsWhatABundleHides() throws {
        try withCatalog { catalog, place in
            let info = BundleInfo(bundle: try catalog.find("org.example.faces"), catalog: catalog)
            #expect(info.lines().contains("  shadows     \(place)/second/Faces.mayfly"))
            #expect(info.json["shadows"] == .list([.text(place + "/second/Faces.mayfly")]))
            #expect(info.json["abi"] == .null)
        }
    }
}
