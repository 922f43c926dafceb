internal import MayflyHost
package import MayflyModel
internal import MayflyProtocol
internal import MayflyViews

/// What a person reads in a window at one moment, nothing of it cut, without margins and numbers of rows.
package struct Sight: Sendable {
    private let view: [String]
    private let field: [String]
    /// The lines of each row.
    package let rows: [[String]]
    private let log: [String]
    /// How the worker ended that ended last, since one was started last; nil before that.
    package let receipt: WorkerEnd?

    init(of window: ConversationWindow, _ names: Names, _ recorder: EventRecorder) async {
        var room = ScreenRoom()
        (room.hasWholeField, room.hasWholeView, room.hasWholeTexts) = (true, true, true)
        let screen = await Screen(window, names, ansi: false, in: room)
        view = screen.view.isEmpty ? ["(no extension is open)"] : screen.view.dropFirst().map(Self.withoutMargin)
        field = screen.field.enumerated().map { $0 == 0 ? String($1.dropFirst(FieldText.prefix.count)) : $1 }
        rows = screen.transcript.filter { $0.item != nil }.map { Self.withoutNumber($0.lines) }
        let notes = recorder.log.flatMap { $0.rows(names, width: room.width) }
        log = notes.isEmpty ? ["(no lines)"] : notes.map(Self.withoutMargin)
        receipt = recorder.receipt
    }

    /// The lines that stand in a place.
    package func lines(of place: Expectation.Place) -> [String] {
        switch place {
        case .view: view
        case .field: field
        case .transcript: rows.isEmpty ? [Self.noRows] : rows.flatMap(\.self)
        case .lastRow: rows.last ?? [Self.noRows]
        case .log: log
        }
    }

    private static let noRows = "(no messages)"

    private static func withoutMargin(_ line: String) -> String {
        let margin = TerminalLines.margin
        if line.hasPrefix(margin) { return String(line.dropFirst(margin.count)) }
        return line.hasPrefix(margin.dropLast()) ? String(line.dropFirst(margin.count - 1)) : line
    }

    /// Words of others never begin in the column of the number, which also has the mark of the host's lines.
    private static func withoutNumber(_ lines: [String]) -> [String] {
        guard let first = lines.first else { return [] }
        let number = first.prefix { $0 == " " }.count
        let column = number + first.dropFirst(number).prefix(while: \.isNumber).count + 2
        return lines.map { String($0.dropFirst(column)) }
    }
}
