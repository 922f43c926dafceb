internal import MayflyLinux
internal import MayflyModel

/// How fast an extension prints, and what it has to wait for it.
struct OutputGate {
    var meter: RateMeter
    /// The timer after which it is read again; nil while it is.
    var pause: EventLoop.Token?
    /// How long it was made to wait since it last kept to its rate.
    var waited = Duration.zero

    init(_ rate: Policy.Rate) { meter = RateMeter(rate) }
}

// What an extension prints is read no faster than it may print, and than its owner takes it. A pipe that nobody reads stops
// the thread that prints.
extension Worker {
    private static let pause = Duration.milliseconds(100)

    func readOutput() {
        guard let descriptor = process?.output, output.pause == nil else { return }
        // What is left then is taken when the process has ended.
        if case .ending = state { return unwatch(descriptor) }
        output.meter.add(0)
        var isClosed = false
        var mayHaveMore = true
        // Piece by piece once it has to wait, so that little more is taken than it may print.
        var pieces = output.waited > .zero ? 1 : 16
        var isThrough = reportLines()
        while isThrough, mayHaveMore, pieces > 0 {
            pieces -= 1
            mayHaveMore = false
            isClosed = readAll(descriptor, pieces: 1) { bytes in
                mayHaveMore = bytes.count == loop.scratch.count
                keep(bytes)
            }
            isThrough = reportLines()
        }
        if !isThrough, output.meter.isOver {
            holdPrinting()
        } else if output.meter.used < policy.output.burst / 2 {
            output.waited = .zero
        }
        if isClosed || !isThrough || mustHoldBack() {
            unwatch(descriptor)
        } else {
            watch(descriptor) { $0.readOutput() }
        }
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) {
        record.output.append(bytes)
        lines.append(bytes)
    }

    /// Reports the lines that were read. False when some are left: they would be more than may wait, or than it may print.
    private func reportLines() -> Bool {
        while true {
            guard !output.meter.isOver, !mustHoldBack() else { return !lines.hasLine }
            guard let line = lines.next() else { return true }
            output.meter.add(max(line.utf8.count + 1, Policy.leastLine))
            report(line: line)
        }
    }

    private func report(line: String) {
        reports.add(line.utf8.count)
        sink(.printed(line))
    }

    private func holdPrinting() {
        guard output.waited < policy.outputPatience else {
            return end(.exceeded(.output, used: output.meter.used, limit: policy.output.burst))
        }
        output.waited += Self.pause
        output.pause = loop.schedule(after: Self.pause) { [weak self] in
            self?.onLoop { worker in
                worker.output.pause = nil
                worker.readOutput()
            }
        }
    }

    /// Reads what an ended process has left in its pipe, which holds no more than is read at once.
    func readLastOutput() {
        guard let descriptor = process?.output else { return }
        _ = readAll(descriptor) { keep($0) }
        // It waits no longer, and what was left may be a stretch of its own.
        output = OutputGate(policy.output)
    }

    /// Reports what an ended process has printed, as fast as the owner takes it, and then its end.
    func reportRest() {
        guard case .reporting(let end, let box) = state else { return }
        if !reportLines() {
            guard output.meter.isOver else { return }
            report(line: "and \(lines.count) bytes more")
            lines.removeAll()
        }
        if let line = lines.rest() { report(line: line) }
        state = .ended
        sink(.ended(end, box))
    }
}
