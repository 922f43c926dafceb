import Foundation
import Testing

/// Pictures that a session draws at a pseudoterminal, which has 24 rows of 80 columns.
@Suite struct TerminalPictureTests {
    private static let card = CardPlugin.card(
        #"{"type":"Image","url":"bundle:picture.png","altText":"Palette"},{"type":"TextBlock","text":"below"}"#
    )
    private static let text = "│ [picture: Palette]"
    /// A square has a third of the rows, and columns that are half as high.
    private static let (columns, rows) = (16, 8)

    /// A session of the card, from its start to its end with status 0.
    private static func with(
        _ mode: String? = nil,
        variables: [String: String] = ["COLORTERM": "truecolor"],
        _ body: @escaping @Sendable (TerminalProcess) throws -> Void
    ) async throws {
        try await Tool.with(bundles: [try CardPlugin.showing(card)]) { tool in
            try await tool.setUp()
            let terminal = try TerminalProcess(
                home: tool.home,
                folders: tool.path,
                adding: variables,
                columns: 80,
                ["launch", CardPlugin.id, "--conversation", "chat", "--as", "alice"]
                    + (mode.map { ["--pictures", $0] } ?? [])
            )
            try await OwnThread.run {
                try body(terminal)
                #expect(try terminal.quit() == 0)
            }
        }
    }

    /// The rows of the drawing in which this stands, without the marks that erase them.
    private static func drawing(with mark: String, _ terminal: TerminalProcess) throws -> [String] {
        let output = try terminal.waitFor(mark) + terminal.waitFor("\n> ")
        let drawing = output.components(separatedBy: "\u{1B}[H").last ?? ""
        return drawing.components(separatedBy: "\r\n").map { row in
            for erasure in ["\u{1B}[K", "\u{1B}[J"] where row.hasPrefix(erasure) { return String(row.dropFirst(3)) }
            return row
        }
    }

    /// The rows of the view above the alternative text.
    private static func rowsAboveText(_ rows: [String]) throws -> [String] {
        let title = try #require(rows.lastIndex { $0.contains("── cards, compact") || $0.contains(", compact ──") })
        let end = try #require(rows.lastIndex(of: text), "\(rows)")
        return Array(rows[(title + 1)..<end])
    }

    private static func isNear(_ colour: [Int], _ wanted: [Int]) -> Bool {
        zip(colour, wanted).allSatisfy { abs($0 - $1) <= 24 }
    }

    private static let palette = [[220, 20, 20], [20, 180, 20], [20, 20, 220], [255, 255, 255]]

    /// The quarters of the picture are red, green, blue and white.
    private static func expectPalette(_ rows: [String], behind margin: String) {
        #expect(rows.count == Self.rows)
        #expect(rows.allSatisfy { $0.hasPrefix(margin) }, "\(rows)")
        let cells = rows.map { ColouredCells($0.dropFirst(margin.count)).cells }
        #expect(cells.allSatisfy { $0.count == columns }, "\(cells.map(\.count))")
        guard cells.count == Self.rows, cells.allSatisfy({ $0.count == columns }) else { return }
        for (index, colour) in palette.enumerated() {
            let cell = cells[index / 2 * 4 + 1][index % 2 * 8 + 3]
            #expect(!cell.colours.isEmpty && cell.colours.allSatisfy { isNear($0, colour) }, "\(index): \(cell)")
        }
    }

    /// The same for the pixels of Kitty's protocol: each piece has keys and a text in base64, and the last one says so.
    private static func expectPalette(kitty row: String) throws {
        let pieces = row.matches(of: #/\x1B_G([^;\x1B]*);?([^\x1B]*)\x1B\\/#)
        let keys = try #require(pieces.first).output.1
        let size = try #require(keys.firstMatch(of: #/s=(\d+),v=(\d+)/#))
        let (width, height) = (try #require(Int(size.output.1)), try #require(Int(size.output.2)))
        let data = pieces.compactMap { Data(base64Encoded: String($0.output.2)) }.reduce(Data(), +)
        let count = data.count
        try #require(count == width * height * 4)
        for (index, colour) in palette.enumerated() {
            let (x, y) = (width * (1 + index % 2 * 2) / 4, height * (1 + index / 2 * 2) / 4)
            let start = (y * width + x) * 4
            #expect(isNear(data[start..<start + 4].map { Int($0) }, colour + [255]), "\(index)")
        }
    }

    // MARK: Blocks

    @Test func blocksHaveTheColoursOfThePicture() async throws {
        try await Self.with("blocks") { terminal in
            let rows = try Self.rowsAboveText(try Self.drawing(with: "48;2;", terminal))
            Self.expectPalette(rows, behind: "│ ")
        }
    }

    /// A terminal that answers nothing.
    @Test func aTerminalThatTellsNothingGetsBlocks() async throws {
        try await Self.with { terminal in
            let rows = try Self.rowsAboveText(try Self.drawing(with: "48;2;", terminal))
            Self.expectPalette(rows, behind: "│ ")
        }
    }

    @Test func thePictureOfABubbleStandsBelowItsWords() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.chat(adding: ["COLORTERM": "truecolor"])
            try await OwnThread.run {
                try terminal.enter("attach \(SampleFiles.path("palette.png"))\n")
                try terminal.waitFor("field: [alice's file] ", "palette.png")
                try terminal.enter("send\n")
                let rows = try Self.drawing(with: "48;2;", terminal)
                let words = try #require(rows.lastIndex { $0.hasPrefix("  1  alice: attachment: palette.png (png") })
                Self.expectPalette(Array(rows[(words + 1)...].prefix(Self.rows)), behind: "       ")
                // The question to the terminal stands before it.
                #expect(rows.dropLast().last?.hasSuffix("field: (empty)") == true, "\(rows)")
                #expect(try terminal.quit() == 0)
            }
        }
    }

    @Test func aStickerOfABrowserHasItsPicture() async throws {
        try await Tool.with { tool in
            try await tool.setUp()
            let (terminal, _) = try await tool.chat(adding: ["COLORTERM": "truecolor"])
            try await OwnThread.run {
                try terminal.enter("open org.mayfly.smileys\n")
                let rows = try Self.drawing(with: "48;2;", terminal)
                let picture = try #require(rows.lastIndex { $0.contains("48;2;") })
                #expect(rows[picture].hasPrefix("│      "), "\(rows)")
                #expect(rows[...picture].contains { $0.hasPrefix("│   1  ") }, "\(rows)")
                #expect(try terminal.quit() == 0)
            }
        }
    }

    // MARK: Without pictures

    /// Nobody who wants no pictures is told of a library for them.
    @Test func offDrawsTheTextOnly() async throws {
        try await Self.with("off", variables: ["MAYFLY_CHAFA": "libmissing.so.0"]) { terminal in
            let output = try terminal.waitFor("\n> ")
            #expect(output.contains(Self.text + "\r\n"))
            #expect(!output.contains("libmissing"), "\(output)")
        }
    }

    @Test(arguments: [nil, "sixel"]) func aMissingLibraryIsToldOnceAndTheTextStands(mode: String?) async throws {
        try await Self.with(mode, variables: ["MAYFLY_CHAFA": "libmissing.so.0"]) { terminal in
            let output = try terminal.waitFor("\n> ")
            #expect(output.contains(Self.text + "\r\n"))
            let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let sentence =
                "mayfly: pictures are shown as text only: the library libmissing.so.0 is missing (on Debian: the package libchafa0)"
            #expect(words.components(separatedBy: sentence).count == 2, "\(words)")
            try terminal.enter("\n")
            let next = try terminal.waitFor("\n> ")
            #expect(next.contains(Self.text + "\r\n") && !next.contains("libmissing"), "\(next)")
        }
    }

    // MARK: What the terminal tells

    /// The size of its cells is 10 by 20 pixels.
    @Test func aTerminalThatTellsOfSixelsGetsThem() async throws {
        try await Self.with { terminal in
            try terminal.waitFor("\u{1B}[16t\u{1B}[c")
            try terminal.enter("\u{1B}[6;20;10t\u{1B}[?62;4;22c")
            let rows = try Self.rowsAboveText(try Self.drawing(with: "\u{1B}P", terminal))
            #expect(rows.count == Self.rows)
            let blank = "│ " + String(repeating: " ", count: Self.columns)
            #expect(rows.dropLast().allSatisfy { $0 == blank }, "\(rows)")
            let last = try #require(rows.last)
            // It begins in the first row of the picture, and the cursor comes back.
            #expect(last.hasPrefix("│ \u{1B}7\u{1B}[\(Self.rows - 1)A\u{1B}P"))
            #expect(last.hasSuffix("\u{1B}\\\u{1B}8\u{1B}[\(Self.columns)C"))
            // 156 is the largest multiple of 6 that is within the 8 rows.
            #expect(last.contains("\"1;1;160;156"), "\(last.prefix(80))")
            // In hundredths: red.
            #expect(last.contains(#/#[0-9]+;2;8[4-9];[5-9];[5-9]#/#), "\(last.prefix(200))")
        }
    }

    @Test func aTerminalThatKnowsKittysProtocolGetsThatAndItsPicturesAreTakenAway() async throws {
        try await Self.with { terminal in
            try terminal.waitFor("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\")
            try terminal.waitFor("\u{1B}[c")
            try terminal.enter("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c")
            let rows = try Self.rowsAboveText(try Self.drawing(with: "\u{1B}_Ga=T", terminal))
            let size = "c=\(Self.columns),r=\(Self.rows)"
            #expect(try #require(rows.last).hasPrefix("│ \u{1B}7\u{1B}[\(Self.rows - 1)A\u{1B}_Ga=T,f=32,"))
            let last = try #require(rows.last)
            #expect(last.contains(size))
            try Self.expectPalette(kitty: last)
            try terminal.enter("\n")
            let next = try terminal.waitFor("\u{1B}_Ga=T")
            #expect(next.contains("\u{1B}[H\u{1B}_Ga=d,q=2\u{1B}\\"), "\(next)")
        }
    }

    @Test func iTermIsKnownByTheEnvironment() async throws {
        try await Self.with(variables: ["TERM_PROGRAM": "iTerm.app"]) { terminal in
            try terminal.waitFor("\u{1B}]1337;File=inline=1;width=\(Self.columns);height=\(Self.rows);")
            try terminal.waitFor("\n> ")
        }
    }
}
