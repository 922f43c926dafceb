internal import Foundation
internal import MayflyModel

/// Receipts for a person.
enum ReceiptText {
    /// A line a receipt, the newest last.
    static func table(_ receipts: [ExitReceipt]) -> [String] {
        let rows = receipts.map { receipt in
            [
                "\(receipt.id)", receipt.launched.moment, receipt.extensionID.rawValue, receipt.end.cause.name,
                receipt.end.phase.map { SafeText.line($0) } ?? "-", receipt.end.lifetimeMicroseconds.map(time) ?? "-",
                receipt.end.peakMemoryKiB.map(memory) ?? "-",
                "\(receipt.end.notes.count)",
            ]
        }
        let header = ["NUMBER", "LAUNCHED", "EXTENSION", "CAUSE", "PHASE", "LIFETIME", "PEAK", "NOTES"]
        return TextTable(header: header, rows: rows).lines
    }

    /// All of one receipt.
    static func lines(of receipt: ExitReceipt) -> [String] {
        let end = receipt.end
        let name = SafeText.line(receipt.name)
        var lines = ["\(receipt.id): \(name) (\(receipt.extensionID)), \(receipt.device) in \(receipt.conversation)"]
        lines.append("launched \(receipt.launched.moment) UTC, cause \(end.cause.name)")
        if let sentence = receipt.sentence { lines.append(sentence) }
        lines += measurements(of: end)
        if !end.refusedCalls.isEmpty { lines.append("refused: " + end.refusedCalls.joined(separator: ", ")) }
        if !receipt.missingLayers.isEmpty {
            lines.append("missing layers: " + receipt.missingLayers.map(\.rawValue).joined(separator: ", "))
        }
        return lines + notes(end.notes) + crash(end) + stack(end) + output(end.output)
    }

    /// Numbers that the host did not learn are unknown, and not zero.
    private static func measurements(of end: WorkerEnd) -> [String] {
        let cpu = end.cpuMicroseconds.map(time) ?? "unknown"
        let peak = end.peakMemoryKiB.map(memory) ?? "unknown"
        var lines = ["processor \(cpu), peak memory \(peak)"]
        if let lifetime = end.lifetimeMicroseconds {
            lines.insert("lifetime \(time(lifetime)): " + phases(end.times), at: 0)
        } else {
            lines.insert("lifetime unknown", at: 0)
        }
        if let callbacks = end.callbacks, let calls = end.calls {
            let (sent, received) = (end.bytesSent.map(String.init), end.bytesReceived.map(String.init))
            lines.append(
                "\(callbacks) callbacks, \(calls) calls, \(sent ?? "unknown") bytes sent, \(received ?? "unknown") received"
            )
        }
        return lines
    }

    private static func phases(_ times: PhaseTimes) -> String {
        let steps: [(String, Int64?)] = [
            ("spawned", times.spawned), ("opened", times.opened), ("launched", times.launched),
            ("resigned", times.resigned), ("killed", times.killed), ("reaped", times.reaped),
        ]
        let known = steps.compactMap { step, moment in moment.map { "\(step) \(time($0))" } }
        return known.isEmpty ? "unknown" : known.joined(separator: ", ")
    }

    private static func crash(_ end: WorkerEnd) -> [String] {
        guard case .crashed(let signal) = end.cause else { return [] }
        guard let crash = end.crash else { return ["signal \(signal); the worker wrote no crash report"] }
        let place = crash.faultAddress.map { " at 0x" + String($0, radix: 16) } ?? ""
        return ["signal \(signal)\(place) on \(thread(crash.isMainThread)):"] + lines(of: crash.frames)
    }

    private static func stack(_ end: WorkerEnd) -> [String] {
        guard let stack = end.stack else { return [] }
        return ["\(thread(stack.isMainThread)) at the deadline:"] + lines(of: stack.frames)
    }

    private static func thread(_ isMain: Bool) -> String { isMain ? "the main thread" : "another thread" }

    private static func lines(of frames: [CrashReport.Frame]) -> [String] {
        folded(frames.map { "  \(SafeText.line($0.text, limit: 400))\($0.isGuess ? " ?" : "")" })
    }

    /// A function that calls itself fills one line.
    private static func folded(_ lines: [String]) -> [String] {
        var runs: [(line: String, count: Int)] = []
        for line in lines {
            if runs.last?.line == line { runs[runs.count - 1].count += 1 } else { runs.append((line, 1)) }
        }
        return runs.map { $0.count == 1 ? $0.line : "\($0.line), \($0.count) times" }
    }

    private static func notes(_ notes: LaunchNotes) -> [String] {
        guard notes.count > 0 else { return [] }
        return ["notes: \(notes.count)"] + notes.lines.map { "  \(SafeText.line($0, limit: 400))" }
    }

    private static func output(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        let whole = text.hasSuffix("\n") ? text.dropLast() : text[...]
        return ["last output:"] + whole.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    }

    /// Microseconds in a unit that suits them.
    static func time(_ microseconds: Int64) -> String {
        switch microseconds {
        case ..<10_000: String(format: "%.2f ms", Double(microseconds) / 1e3)
        case ..<1_000_000: String(format: "%.0f ms", Double(microseconds) / 1e3)
        default: String(format: "%.1f s", Double(microseconds) / 1e6)
        }
    }

    static func memory(_ kibibytes: Int) -> String { String(format: "%.1f MiB", Double(kibibytes) / 1024) }
}
