internal import MayflyViews

/// How a terminal that obeys escape sequences is drawn anew without a moment in which it is empty (ECMA-48, 8.3).
///
/// Each row is erased where its new text is written, and what stands below with the last row. A terminal that knows
/// synchronized updates (the private mode 2026) shows nothing of a drawing before its end; others ignore the mode.
enum TerminalFrame {
    /// The lines from the top, and everything below them erased. They fit the width; of longer ones something would be left between
    /// rows, so a terminal without a known width, or with too little of it, is erased first.
    ///
    /// - Parameter clearing: what takes away what erasing rows leaves.
    static func beginning(with lines: [String], width: Int?, _ clearing: String = "") -> String {
        let begin = begin + clearing
        guard width ?? 0 >= TerminalLines.leastWidth else {
            return begin + "\u{1B}[2J" + lines.map { $0 + "\n" }.joined()
        }
        let rows = lines.enumerated().map { index, line in
            (index < lines.count - 1 ? "\u{1B}[K" : "\u{1B}[J") + line + "\n"
        }
        return begin + rows.joined()
    }

    /// The update begins, and the cursor goes to the top left.
    private static let begin = "\u{1B}[?2026h\u{1B}[H"
    /// What was printed since the beginning is shown.
    static let end = "\u{1B}[?2026l"
}
