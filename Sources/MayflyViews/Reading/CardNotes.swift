import MayflyModel

/// The notes of one card: bounded in number, each safe to print.
struct CardNotes {
    private var kept: [String] = []
    private var dropped = 0

    mutating func add(_ note: String) {
        guard kept.count < CardLimits.notes else {
            dropped += 1
            return
        }
        kept.append(SafeText.line(note, limit: 300))
    }

    var lines: [String] { dropped == 0 ? kept : kept + ["\(dropped) more notes are left out"] }
}
