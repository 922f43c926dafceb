import MayflyModel
import MayflyTracing

/// What `mayfly replay` and `mayfly trace` do with the bytes of a file: a record, or a trace.
enum RecordInput {
    static func read(_ bytes: [UInt8]) {
        guard RecordReader.isRecord(bytes) else {
            // A name without a file behind it: there are no more pieces.
            let lines = (try? TraceReader.lines(of: "/nowhere/trace", bytes)) ?? []
            precondition(TraceDifference(lines, lines).isEmpty, "a trace differs from itself")
            return
        }
        guard let recording = try? RecordReader.recording(of: "record", bytes) else { return }
        let lines = recording.trace
        for line in lines { precondition(!line.text.contains("\n"), "a step of a trace has two lines") }
        precondition(TraceDifference(lines, lines).isEmpty, "a record differs from itself")
    }
}
