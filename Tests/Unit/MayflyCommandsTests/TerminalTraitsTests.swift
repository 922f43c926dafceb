import Testing

@testable import MayflyCommands

/// How pictures are drawn follows from the option, the environment and the terminal's answers.
@Suite struct TerminalTraitsTests {
    private func form(
        _ mode: PictureMode,
        _ reports: [TerminalReport],
        _ environment: [String: String] = [:]
    ) -> ChafaLibrary.Form {
        var traits = TerminalTraits(mode, environment: environment)
        for report in reports { traits.take(report) }
        return traits.form
    }

    @Test func theBestOfWhatIsToldIsTaken() {
        let sixel = TerminalReport.attributes([62, 4, 22])
        #expect(form(.auto, []) == .blocks)
        #expect(form(.auto, [.attributes([4, 22])]) == .blocks)
        #expect(form(.auto, [sixel]) == .sixel)
        #expect(form(.auto, [sixel], ["LC_TERMINAL": "iTerm2"]) == .iterm)
        #expect(form(.auto, [.kitty, sixel], ["TERM_PROGRAM": "iTerm.app"]) == .kitty)
        #expect(form(.blocks, [.kitty, sixel]) == .blocks)
        #expect(form(.sixel, [.kitty]) == .sixel)
    }

    @Test func theSizeOfACellIsNeverLargerThanItIsKnownToBe() {
        var traits = TerminalTraits(.auto, environment: [:])
        #expect(traits.cell(nil) == .least)
        #expect(traits.cell(TerminalTraits.Cell(width: 8, height: 16)) == TerminalTraits.Cell(width: 8, height: 16))
        traits.take(.cell(width: 9, height: 18))
        #expect(traits.cell(TerminalTraits.Cell(width: 8, height: 16)) == TerminalTraits.Cell(width: 9, height: 18))
        traits.take(.cell(width: 0, height: 100_000))
        #expect(traits.cell(nil) == .least)
    }

    @Test func theConsoleOfLinuxIsNotAsked() {
        #expect(TerminalTraits(.auto, environment: ["TERM": "linux"]).question == nil)
        #expect(TerminalTraits(.blocks, environment: [:]).question == nil)
        #expect(TerminalTraits(.sixel, environment: [:]).question == "\u{1B}[16t\u{1B}[c")
    }
}
