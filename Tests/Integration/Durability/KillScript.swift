import MayflyModel
import MayflyTestSupport

/// A long script for the composer plugin: all that can be done to a field and to bubbles, in an order of chance.
///
/// No step of it can fail, whatever an earlier process left in the field and whatever another device sends meanwhile: rows
/// keep their numbers, and only those are named that nothing can collapse but this script.
struct KillScript {
    /// Rows that the script may name, each with its number.
    struct Rows {
        var answerable: [Int] = []
        /// These also remain among those that a session prints, whatever the scripts of two devices send.
        var lasting: [Int] = []
        var expiring: [Int] = []
    }

    /// - Parameter rows: nil when it is not known what the transcript has now.
    static func text(_ rows: Rows?, mark: String, _ generator: inout SeededGenerator) -> String {
        var blocks = [
            ["tap stage", "type words-\(mark)", "tap again", "send"],
            ["tap attach", "tap sticker", "tap text", "send"],
            ["style expanded", "tap stage", "style compact", "cancel"],
            ["tap expiring", "type soon-gone-\(mark)", "send"],
            ["tap attach", "remove 1", "text other-\(mark)", "send"],
            ["tap stage", "type kept-\(mark)", "clear"],
        ]
        if let number = rows?.answerable.randomElement(using: &generator) {
            blocks.append(["bubble \(number)", "tap reply", "send"])
        }
        if let number = rows?.expiring.randomElement(using: &generator) { blocks.append(["keep \(number)"]) }
        var steps = blocks.shuffled(using: &generator).flatMap(\.self)
        steps += ["tap browser", "sticker 1"]
        if let number = rows?.lasting.randomElement(using: &generator) {
            steps.append("stick 2 on \(number) at 0.25,0.75 scale 1.5 turn 30")
        }
        // The last words stay in the field for the next process.
        steps += ["send", "dismiss", "type after-\(mark)", "send", "type left-\(mark)"]
        return steps.joined(separator: "\n") + "\n"
    }

    /// A session prints the last fifty rows, and a script adds fewer than fifteen.
    private static let newest = 20

    /// What of a transcript a script may name on this device.
    ///
    /// Devices answer different sessions, so that none collapses a bubble that the other is about to tap; and none is
    /// answered to which an answer lies in a field already.
    static func rows(of transcript: Transcript, share: Int, staged: Set<SessionID>) -> Rows {
        var rows = Rows()
        for (index, entry) in transcript.entries.enumerated() {
            guard let bubble = entry.bubble else { continue }
            let number = index + 1
            guard let message = bubble.item.message else {
                if number > transcript.entries.count - newest { rows.lasting.append(number) }
                continue
            }
            if message.shouldExpire, bubble.delivery == .received { rows.expiring.append(number) }
            let bit = Int(bubble.item.id.value.bytes.last ?? 0) & 1
            if let session = message.session, bit == share, !staged.contains(session) { rows.answerable.append(number) }
        }
        return rows
    }
}
