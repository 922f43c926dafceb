internal import MayflyLinux
internal import MayflyModel

/// What an extension prints, cut into lines and held to its rate. The last of it is kept for the receipt.
///
/// The pipe is read no faster than the extension may print, and no faster than the worker's owner takes the lines. When the
/// pipe is full, the thread that prints blocks.
struct OutputReader {
    /// How long an extension that prints too fast is not read.
    static let pause = Duration.milliseconds(100)

    private let policy: Policy
    private var lines = LineSplitter()
    private var last = OutputTail()
    private var meter: RateMeter
    /// How long the extension was made to wait since it last kept to its rate.
    private var waited = Duration.zero

    init(_ policy: Policy) {
        self.policy = policy
        meter = RateMeter(policy.output)
    }

    /// The last of what was printed, for the receipt.
    var tail: String { last.text }

    /// Whether more was printed than may be, so that no line may be reported now.
    var isOverRate: Bool { meter.isOver }

    /// Whether a line waits to be reported.
    var hasLine: Bool { lines.hasLine }

    /// How many pieces may be read in one round: one after the other where the extension has to wait, so that little more is
    /// taken than it may print.
    var pieces: Int { waited > .zero ? 1 : 16 }

    /// Time has passed.
    mutating func advance(to now: Moment = .now) { meter.add(0, at: now) }

    /// Takes what was read from the pipe.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        last.append(bytes)
        lines.append(bytes)
    }

    /// The next whole line, which is to be reported and counts as printed.
    mutating func nextLine(at now: Moment = .now) -> String? {
        guard let line = lines.next() else { return nil }
        meter.add(max(line.utf8.count + 1, Policy.leastLine), at: now)
        return line
    }

    /// The extension prints faster than it may, and is to wait for `pause`. Gives the limit that is exceeded where it had to
    /// wait for too long already.
    mutating func hold() -> WorkerEnd.Cause? {
        guard waited < policy.outputPatience else {
            return .exceeded(.output, used: meter.used, limit: policy.output.burst)
        }
        waited += Self.pause
        return nil
    }

    /// What was read could be reported. An extension that is well below its rate has kept to it.
    mutating func relax() { if meter.used < policy.output.burst / 2 { waited = .zero } }

    /// The process has ended. What is left of its lines may have the length of one burst.
    mutating func end() {
        meter = RateMeter(policy.output)
        waited = .zero
    }

    /// The last line, which has no end.
    mutating func rest() -> String? { lines.rest() }

    /// Drops what is left, and gives what stands for it in the log.
    mutating func dropRest() -> String {
        defer { lines.removeAll() }
        return "and \(lines.count) bytes more"
    }
}
