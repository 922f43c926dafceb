import Foundation
import MayflyTestSupport
import Testing

/// The screenshots of an extension at a pseudoterminal, which has 24 rows of 80 columns.
@Suite struct ScreenshotTests {
    private static let id = "org.example.counter"
    private static let words = "[screenshot: Four colours]"
    /// A square has half of the rows, and columns that are half as high.
    private static let (columns, rows) = (24, 12)

    /// A home folder that has added a store, whose extension has a screenshot of red, green, blue and white.
    private static func with(_ body: @escaping @Sendable (Tool, StoreServer) async throws -> Void) async throws {
        let store = try PublishedStore(prefix: "org.example.")
        let bundle = try ExtensionBrowserTests.Machine.counter(in: store.folder)
        try store.add(bundle, ["--screenshot", SampleFiles.path("palette.png") + "=Four colours"])
        let server = try StoreServer(store.files)
        try await Tool.with { tool in
            let added = try await tool.run("store", "add", server.address, "--fingerprint", store.fingerprint())
            try #require(added.status == 0, "\(added.errors)")
            try await body(tool, server)
        }
    }

    /// What `mayfly store show` prints at a terminal.
    private static func shown(
        _ tool: Tool,
        _ arguments: [String] = [],
        adding variables: [String: String] = ["COLORTERM": "truecolor"],
        noColor: Bool = false
    ) async throws -> String {
        try await OwnThread.run {
            let terminal = try TerminalProcess(
                home: tool.home,
                folders: "",
                noColor: noColor,
                adding: variables,
                columns: 80,
                ["store", "show", id] + arguments
            )
            let text = terminal.drain()
            #expect(terminal.finish() == 0, "\(text)")
            return text
        }
    }

    /// The lines behind the words of the screenshot.
    private static func picture(_ text: String) throws -> [String] {
        let lines = text.components(separatedBy: "\r\n")
        return Array(lines[(try #require(lines.firstIndex(of: words), "\(text)") + 1)...].dropLast())
    }

    private static func pictures(_ server: StoreServer) -> Int { server.requests().count { $0.hasSuffix(".png") } }

    @Test func aScreenshotIsDrawnBelowItsWords() async throws {
        try await Self.with { tool, server in
            let drawn = try Self.picture(try await Self.shown(tool))
            try #require(drawn.count == Self.rows, "\(drawn)")
            let cells = drawn.map { ColouredCells($0).cells }
            #expect(cells.allSatisfy { $0.count == Self.columns }, "\(cells.map(\.count))")
            let palette = [[220, 20, 20], [20, 180, 20], [20, 20, 220], [255, 255, 255]]
            for (index, colour) in palette.enumerated() {
                let cell = cells[index / 2 * 6 + 2][index % 2 * 12 + 5]
                #expect(!cell.colours.isEmpty, "\(index)")
                for found in cell.colours { #expect(zip(found, colour).allSatisfy { abs($0 - $1) <= 24 }, "\(found)") }
            }
            #expect(Self.pictures(server) == 1)
            // It is kept: the next time no server is needed.
            server.end()
            #expect(try Self.picture(try await Self.shown(tool)) == drawn)
        }
    }

    @Test(arguments: [("sixel", "\u{1B}P"), ("kitty", "\u{1B}_Ga=T"), ("iterm", "\u{1B}]1337;File=")])
    func thePersonNamesTheWayOfTheTerminal(mode: String, mark: String) async throws {
        try await Self.with { tool, _ in
            let drawn = try Self.picture(try await Self.shown(tool, ["--pictures", mode]))
            // Nothing is printed over its rows.
            #expect(drawn.count == Self.rows && drawn.last?.contains(mark) == true, "\(drawn.map { $0.prefix(40) })")
            #expect(drawn.dropLast().allSatisfy { $0.allSatisfy { $0 == " " } }, "\(drawn.map { $0.prefix(40) })")
        }
    }

    /// What is not drawn is not fetched.
    @Test func elsewhereTheWordsStand() async throws {
        try await Self.with { tool, server in
            #expect(try Self.picture(try await Self.shown(tool, ["--pictures", "off"])) == [])
            #expect(try Self.picture(try await Self.shown(tool, noColor: true)) == [])
            #expect(try Self.picture(try await Self.shown(tool, adding: ["TERM": "dumb"])) == [])
            let piped = try await tool.run("store", "show", Self.id)
            #expect(piped.status == 0 && piped.output.hasSuffix("\n\(Self.words)\n") && piped.errors.isEmpty)
            let missing = try await Self.shown(tool, adding: ["MAYFLY_CHAFA": "libmissing.so.0"])
            #expect(missing.contains("mayfly: pictures are shown as text only: the library libmissing.so.0 is missing"))
            #expect(try Self.picture(missing) == [])
            #expect(Self.pictures(server) == 0)
        }
    }

    @Test func aServerThatIsGoneIsTold() async throws {
        try await Self.with { tool, server in
            server.end()
            let told = try Self.picture(try await Self.shown(tool))
            #expect(told.first?.hasPrefix("mayfly: warning:") == true, "\(told)")
            #expect(told.contains { $0.contains(server.address) }, "\(told)")
            #expect(!told.contains { $0.contains("48;2;") }, "\(told)")
        }
    }

    /// A picture that the publisher has not signed is not shown.
    @Test(arguments: ["change", "cut"]) func aPictureThatIsNotTheSignedOneIsNotDrawn(way: String) async throws {
        try await Self.with { tool, server in
            try server.misbehave(.init(".png", way))
            let told = try Self.picture(try await Self.shown(tool))
            let text = told.joined(separator: " ")
            #expect(told.first?.hasPrefix("mayfly: warning:") == true, "\(told)")
            #expect(text.contains(way == "change" ? "its SHA-256 must be" : "bytes remaining to read"), "\(told)")
            #expect(!told.contains { $0.contains("48;2;") }, "\(told)")
        }
    }

    /// The server sends a half and then nothing.
    @Test func ctrlCEndsTheWait() async throws {
        try await Self.with { tool, server in
            try server.misbehave(.init(".png", "hold"))
            try await OwnThread.run {
                let terminal = try TerminalProcess(
                    home: tool.home,
                    folders: "",
                    columns: 80,
                    ["store", "show", Self.id]
                )
                try terminal.waitFor(Self.words)
                try blockUntil { Self.pictures(server) > 0 }
                terminal.interrupt()
                _ = terminal.drain()
                #expect(terminal.finish() == 130)
            }
        }
    }

    /// The command has no decoder: a process of its own makes the pixels.
    @Test func theCommandItselfDecodesNothing() throws {
        func libraries(_ program: String) throws -> String { try run("ldd", ["\(Bundle.main.bundlePath)/\(program)"]) }
        for decoder in ["libpng", "libturbojpeg", "libgif"] {
            #expect(try !libraries("mayfly-store").contains(decoder) && !libraries("mayfly").contains(decoder))
            #expect(try libraries("mayfly-media-worker").contains(decoder))
        }
    }
}
