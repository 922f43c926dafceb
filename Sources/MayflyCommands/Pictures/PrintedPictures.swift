internal import Foundation
package import MayflyModel
internal import MayflyViews

/// Pictures that a command prints once among its lines, without a session: the terminal is not asked what it can, because nobody reads its
/// answer. Where the option and the environment say nothing else, they are blocks with colours.
package struct PrintedPictures {
    private let library: ChafaLibrary
    private let traits: TerminalTraits
    private let room: ScreenSize

    private static let (mostColumns, mostRows) = (48, 16)

    /// Nil where none are drawn: standard output is no terminal, or one that obeys no escape sequences; the person wants none; or the
    /// library is missing. A person who has asked for pictures is told of that.
    ///
    /// - Parameter environment: its variables tell of the terminal. `MAYFLY_CHAFA` names the library in place of its own name, for tests.
    package init?(
        _ options: PictureOptions,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        guard options.pictures != .off, Output.standard.takesANSI, let size = Output.standard.size else { return nil }
        traits = TerminalTraits(options.pictures, environment: environment)
        let name = environment["MAYFLY_CHAFA"] ?? ChafaLibrary.name
        guard let library = ChafaLibrary(named: name) else {
            Output.complain(
                "pictures are shown as text only: the library \(name) is missing (on Debian: the package libchafa0)"
            )
            return nil
        }
        self.library = library
        room = ScreenSize(
            columns: size.columns ?? TerminalLines.standardWidth,
            rows: size.rows ?? ScreenSize.usualRows,
            cell: size.cell.flatMap { TerminalTraits.Cell(width: $0.width, height: $0.height) }
        )
    }

    /// Prints a picture. False where it cannot be drawn.
    package func print(_ pixels: PicturePixels) -> Bool {
        let cell = traits.cell(room.cell)
        let most = (columns: min(Self.mostColumns, room.columns - 1), rows: min(Self.mostRows, max(1, room.rows / 2)))
        guard most.columns > 0 else { return false }
        let area = PictureArea(id: 1, of: pixels, within: most, cell: cell)
        let order = ChafaLibrary.Order(
            pixels: pixels,
            columns: area.columns,
            rows: area.rows,
            cell: cell,
            form: traits.form,
            colours: traits.colours
        )
        guard let drawing = library.draw(order) else { return false }
        Output.standard.write(lines: PictureLines(isText: traits.form == .blocks) { _ in drawing }.drawn(area.marks))
        return true
    }
}
