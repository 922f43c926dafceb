internal import MayflyHost
internal import MayflyModel

/// What a person has seen under each number of a sticker browser.
///
/// An extension can fill its browser anew at any time, and a terminal may have no room for all of it. So a sticker counts as `ShownDraft`
/// says of a field: when its own lines were printed, and at a screen for a while without a break.
struct ShownStickers: Sendable {
    /// What was printed under one number.
    private struct Cell {
        /// What was printed last, without what was hidden again too early; nil for an empty cell.
        var sticker: Sticker?
        /// What was printed before the changes for which the pause has not passed.
        var seen: Sticker?
        var changed: ContinuousClock.Instant

        func isHeld(at moment: ContinuousClock.Instant, _ pause: Duration) -> Bool { moment < changed + pause }
    }

    /// How long a sticker must have been on screen before a line takes it.
    private let pause: Duration
    private var cells: [Int: Cell] = [:]

    init(pause: Duration) { self.pause = pause }

    /// The cells of that browser are printed, all but those with these numbers.
    ///
    /// - Parameters:
    ///   - hides: whether what was printed before is gone, as at a screen.
    ///   - begin: when the drawing began.
    ///   - moment: when it ended.
    mutating func show(
        _ browser: StickerBrowser,
        without hidden: Set<Int>,
        hides: Bool,
        from begin: ContinuousClock.Instant,
        to moment: ContinuousClock.Instant
    ) {
        for (index, sticker) in browser.cells.enumerated() where !hidden.contains(index + 1) {
            var cell = cells[index + 1] ?? Cell(changed: moment)
            if !cell.isHeld(at: moment, pause) { cell.seen = cell.sticker }
            if cell.sticker != sticker { cell.changed = moment }
            cell.sticker = sticker
            cells[index + 1] = cell
        }
        guard hides else { return }
        for (number, cell) in cells where hidden.contains(number) || number > browser.cells.count {
            let sticker = cell.isHeld(at: begin, pause) ? cell.seen : cell.sticker
            cells[number] = Cell(sticker: sticker, seen: sticker, changed: cell.changed)
        }
    }

    /// No browser is shown now.
    mutating func removeAll() { cells = [:] }

    /// The sticker that was printed last under that number; nil where none was.
    func sticker(_ number: Int) -> Sticker? { cells[number]?.sticker }

    /// Throws `.notAsShown` for a line that a change of that cell precedes by less than the pause, or follows.
    func requireRest(of number: Int, at moment: ContinuousClock.Instant) throws(MayflyError) {
        guard cells[number]?.isHeld(at: moment, pause) == true else { return }
        throw MayflyError(
            .notAsShown,
            "nothing is done: sticker \(number) has changed just now; look at it, and enter the line again"
        )
    }
}
