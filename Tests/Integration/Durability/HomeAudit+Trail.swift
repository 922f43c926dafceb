import MayflyCommands
import MayflyHost
import MayflyModel
import MayflyStore

extension HomeAudit {
    /// Whether a line acknowledges something: it shows a field or a transcript, which a kill may not take back.
    static func isAcknowledgement(_ line: String) -> Bool { isDraft(line) || isTranscript(line) }

    private static func isDraft(_ line: String) -> Bool { line.hasPrefix("{\"event\":\"draft\"") }
    private static func isTranscript(_ line: String) -> Bool { line.hasPrefix("{\"event\":\"transcript\"") }

    /// Every field and every transcript that processes of the device printed is the fold of the log up to some event, and
    /// a later line is never of an earlier event. So nothing that was shown is missing, in part or in whole.
    ///
    /// - Parameter start: how many events the log had before.
    mutating func checkTrail(_ lines: [String], of device: DeviceRecord, from start: Int) {
        let log = logs[device.id] ?? []
        guard log.count >= start else { return complain("\(device.name): the log has lost events") }
        var state = ConversationState()
        for event in log.prefix(start) { state.apply(event) }
        var place = start
        var (draft, transcript): (String?, String?) = (nil, nil)
        for line in lines where Self.isAcknowledgement(line) {
            while true {
                if Self.isDraft(line) {
                    draft = draft ?? JSONValue(.draft(state.draft), names).line
                } else {
                    transcript = transcript ?? JSONValue(.transcript(Self.end(of: state.transcript)), names).line
                }
                if line == (Self.isDraft(line) ? draft : transcript) { break }
                guard place < log.count else {
                    return complain("\(device.name): was shown, and is not in the log: \(line.prefix(2000))")
                }
                state.apply(log[place])
                if log[place].concernsDraft { draft = nil }
                if log[place].concernsTranscript { transcript = nil }
                place += 1
            }
        }
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
        case .staged, .replacedText, .cancelledMessage, .removed, .cleared, .sent: true
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
