import MayflyCommands
import MayflyHost
import MayflyModel
import Testing

@Suite struct SessionNotesTests {
    private func notes(_ count: Int) throws -> [ExtensionNote] {
        let tally = try Samples().tally
        var reader = NoteReader()
        return (1...count).compactMap { reader.note(of: .log(tally, .info, "line \($0)")) }
    }

    /// How many stay of three thousand lines of an extension.
    @Test(arguments: [(Display.events, 0), (.changes, 3000), (.screen(ansi: true), 12)])
    func keepsNoMoreThanIsPrinted(display: Display, kept: Int) throws {
        var pending = SessionNotes(for: display)
        for _ in 0..<3 { pending.add(try notes(1000)) }
        #expect(pending.notes.count == kept)
        #expect(pending.notes.last?.line == (kept == 0 ? nil : "line 1000"))
    }
}
