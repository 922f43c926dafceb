import MayflyLinux
import MayflyModel
import MayflyTracing

/// What `mayfly replay` and `mayfly trace` do with the bytes of a file: a record, or a trace.
enum RecordInput {
    static func read(_ bytes: [UInt8]) {
        guard RecordReader.isRecord(bytes) else {
            // A name without a file behind it: there are no more pieces.
            check((try? TraceReader.lines(of: "/nowhere/trace", bytes)) ?? [])
            return
        }
        _ = try? RecordReader.recording(of: "record", bytes)
        guard let recording = try? RecordReader.recording(of: "record", sealed(bytes)) else { return }
        check(recording.trace)
        for launch in recording.launches { play(launch) }
    }

    /// Kind and length of the chunk that ends a record.
    private static let seal: [UInt8] = [255, 32, 0, 0, 0]
    private static let digestBytes = 32

    /// The record with a right digest: no change of its bytes is hidden behind that of a wrong one.
    private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        let end = bytes.suffix(seal.count + digestBytes)
        let content = end.starts(with: seal) ? bytes.dropLast(end.count) : bytes[...]
        return content + seal + SHA256.hash(content)
    }

    private static func check(_ lines: [TraceLine]) {
        for line in lines {
            precondition(ShownText.isLine(line.text), "a step of a trace is no line")
            precondition((try? TraceLine(line.text)) != nil, "a step of a trace cannot be read back")
        }
        precondition(TraceDifference(lines, lines).isEmpty, "a trace differs from itself")
    }

    /// An extension that does what the record says does the same.
    private static func play(_ launch: RecordedLaunch) {
        var plan = ReplayPlan(launch, folders: [])
        for step in launch.steps {
            while plan.next() != nil {}
            if case .received(let frame, _, _) = step { _ = plan.take(frame) }
        }
        while plan.next() != nil {}
        precondition(plan.isDone, "a replay of what the record says is not done")
        precondition(plan.differences.count == 0, "a record differs from itself: \(plan.differences.lines)")
    }
}
