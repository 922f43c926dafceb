internal import MayflyLinux
internal import MayflyModel

/// Reads the output of an extension, splits it into lines and limits its rate. It keeps the end of the output for the
/// receipt.
///
/// The pipe is read no faster than the extension may print, and no faster than the worker's owner takes the lines. When
/// the pipe is full, the thread that prints blocks.
struct OutputReader {
    /// How long reading pauses for an extension that prints too fast.
    static let pause = Duration.milliseconds(100)

    private let policy: Policy
    private var lines = LineSplitter()
    private var last = OutputTail()
    private var meter: RateMeter
    /// How long reading has paused since the extension last kept to its rate.
    private var waited = Duration.zero

    init(_ policy: Policy) {
        self.policy = policy
        meter = RateMeter(policy.output)
    }

    /// The end of the output, for the receipt.
    var tail: String { last.text }

    /// Whether the rate is exceeded, so that no line may be reported now.
    var isOverRate: Bool { meter.isOver }

    /// How many bytes were read and not reported.
    var waitingBytes: Int { lines.count }

    /// Whether a line is waiting to be reported.
    var hasLine: Bool { lines.hasLine }

    /// How many reads one round may make: one if the extension has to wait, so that little more is read than it may
    /// print.
    var pieces: Int { waited > .zero ? 1 : 16 }

    /// Updates the rate for the time that has passed.
    mutating func advance(to now: Moment = .now) { meter.add(0, at: now) }

    /// Adds data from the pipe.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        last.append(bytes)
        lines.append(bytes)
    }

    /// The next whole line, which is reported and counts towards the rate.
    mutating func nextLine(at now: Moment = .now) -> String? {
        guard let line = lines.next() else { return nil }
        meter.add(max(line.utf8.count + 1, Policy.leastLine), at: now)
        return line
    }

    /// The extension prints too fast and has to wait for `pause`. Returns the limit that is exceeded if it has waited
    /// too long already.
    mutating func hold() -> WorkerEnd.Cause? {
        guard waited < policy.outputPatience else {
            return .exceeded(.output, used: meter.used, limit: policy.output.burst)
        }
        waited += Self.pause
        return nil
    }

    /// All that was read is reported. An extension that is well below its rate starts again without waiting time.
    mutating func relax() { if meter.used < policy.output.burst / 2 { waited = .zero } }

    /// The process has ended. Its remaining lines may be as long as one burst.
    mutating func end() {
        meter = RateMeter(policy.output)
        waited = .zero
    }

    /// The last line, which did not end.
    mutating func rest() -> String? { lines.rest() }

    /// Drops the remaining output, and returns a line for the log that says so.
    mutating func dropRest() -> String {
        defer { lines.removeAll() }
        return "and \(lines.count) bytes more"
    }
}

/// The end of an extension's output.
struct OutputTail {
    /// How many bytes are kept.
    static let limit = 4096

    private var bytes: [UInt8] = []

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more.suffix(Self.limit))
        // Trim rarely, so that each byte is moved a few times at most.
        if bytes.count > 4 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    }

    /// The text, safe to show: control characters are escaped, line breaks are kept.
    var text: String {
        let last = bytes.suffix(Self.limit)
        // The first character may have been cut in two.
        let whole = last.count < bytes.count ? last.drop { $0 & 0xC0 == 0x80 } : last
        return SafeText.block(String(decoding: whole, as: UTF8.self))
    }
}
