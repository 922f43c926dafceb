import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyProtocol
import MayflyStore

extension HomeAudit {
    /// How far the log of a device had come at an audit.
    struct Progress: Sendable {
        /// The number of events of the transcript. They stay in the log.
        let transcriptEvents: Int
        /// The number of changes of the input field. Their events leave the log with what they put into the field.
        let fieldChanges: Int
        /// The field, as it is printed.
        let draft: String
    }

    /// How far the log of a device has come. Each number of the log was given to one event.
    func progress(of device: DeviceRecord) throws -> Progress {
        let log = logs[device.id] ?? []
        let kept = try store.look(at: conversation.id, on: device.id)
        return Progress(
            transcriptEvents: log.count(where: \.concernsTranscript),
            fieldChanges: kept.lastSeq - log.count { !$0.concernsDraft },
            draft: Shapes.event.json(.draft(kept.draft), names).line
        )
    }

    /// Whether a line acknowledges something: it shows a field or a transcript, which a kill may not take back.
    static func isAcknowledgement(_ line: String) -> Bool { isDraft(line) || isTranscript(line) }

    /// The log has no times: they stand beside it.
    private static func withoutTimes(_ line: String) -> String { line.replacing(#/"time":\d+,/#, with: "") }

    private static func isDraft(_ line: String) -> Bool { line.hasPrefix("{\"event\":\"draft\"") }
    private static func isTranscript(_ line: String) -> Bool { line.hasPrefix("{\"event\":\"transcript\"") }

    /// Nothing is missing, in part or in whole, that processes of the device have printed.
    ///
    /// - Parameter start: how far the log had come before; nil for a new home.
    mutating func checkTrail(_ lines: [String], of device: DeviceRecord, since start: Progress?) throws {
        checkTranscripts(lines.filter(Self.isTranscript), of: device, from: start?.transcriptEvents ?? 0)
        try checkDrafts(lines.filter(Self.isDraft), of: device, since: start)
    }

    /// Every transcript is the fold of the log up to some event, and a later line is never of an earlier event.
    private mutating func checkTranscripts(_ lines: [String], of device: DeviceRecord, from start: Int) {
        let log = (logs[device.id] ?? []).filter(\.concernsTranscript)
        guard log.count >= start else { return complain("\(device.name): the log has lost events") }
        var state = ConversationState()
        for event in log.prefix(start) { state.apply(event) }
        var place = start
        var transcript: String?
        for line in lines {
            while true {
                let shown = transcript ?? Shapes.event.json(.transcript(Self.end(of: state.transcript)), names).line
                transcript = shown
                if Self.withoutTimes(line) == Self.withoutTimes(shown) { break }
                guard place < log.count else {
                    return complain("\(device.name): was shown, and is not in the log: \(line.prefix(2000))")
                }
                state.apply(log[place])
                transcript = nil
                place += 1
            }
        }
    }

    /// Every change of the field that was shown has a number in the log, and where no further one has, the field is the one that
    /// was shown last. Where others have, what was shown and is not in the field must be explained by them. Each content of a
    /// field has an identifier of its own, so two lines of one content are equal.
    private mutating func checkDrafts(_ lines: [String], of device: DeviceRecord, since start: Progress?) throws {
        let now = try progress(of: device)
        let first = start?.draft ?? Shapes.event.json(.draft(Draft()), names).line
        var shown = [first]
        for line in lines where line != shown.last { shown.append(line) }
        let changes = now.fieldChanges - (start?.fieldChanges ?? 0)
        if shown.count - 1 > changes {
            return complain("\(device.name): \(shown.count - 1) changes of the field were shown, of \(changes)")
        }
        if shown.count - 1 == changes, let last = shown.last, last != now.draft {
            return complain("\(device.name): was shown, and is not in the field: \(last.prefix(2000))")
        }
        let needed = try leastChanges(through: shown + [now.draft], of: device)
        if needed > changes {
            complain("\(device.name): what was shown and what is in the field need \(needed) changes, of \(changes)")
        }
    }

    /// The least number of changes that lead from the first of these fields to the last, through all.
    private func leastChanges(through lines: [String], of device: DeviceRecord) throws -> Int {
        let sent = (logs[device.id] ?? []).flatMap { event -> [Item] in
            if case .sent(let items) = event { items } else { [] }
        }
        let fields = try lines.map(ShownField.init)
        return zip(fields, fields.dropFirst()).map { $0.leastChanges(to: $1, sent: sent) }.reduce(0, +)
    }

    private static func end(of transcript: Transcript) -> TranscriptPage {
        let entries = transcript.entries
        let shown = Array(entries.suffix(TranscriptPage.usualLength))
        return TranscriptPage(
            shown,
            firstNumber: entries.count - shown.count + 1,
            count: entries.count,
            firstPosition: 0
        )
    }
}

extension ConversationEvent {
    fileprivate var concernsDraft: Bool {
        switch self {
        case .staged, .replacedText, .cancelledMessage, .removed, .cleared: true
        // A sticker on a bubble is never in the field.
        case .sent(let items): items.contains { $0.placement == nil }
        default: false
        }
    }

    fileprivate var concernsTranscript: Bool {
        switch self {
        case .staged, .replacedText, .cancelledMessage, .removed, .cleared: false
        default: true
        }
    }
}
