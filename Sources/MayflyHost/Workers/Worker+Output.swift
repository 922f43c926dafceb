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

// What an extension prints is read no faster than it may print. A pipe that nobody reads stops the thread that prints.
extension Worker {
    private static let pause = Duration.milliseconds(100)

    func watchPrinting() {
        guard let process, output.pause == nil, !mustHoldBack() else { return }
        watch(process.output) { $0.readOutput() }
    }

    func readOutput() {
        guard let descriptor = process?.output else { return }
        var printed: [String] = []
        var count = 0
        // Piece by piece once it has to wait, so that little more is taken than it may print.
        let isClosed = readAll(descriptor, pieces: output.waited > .zero ? 1 : 16) { bytes in
            count += bytes.count
            record.output.append(bytes)
            printed += lines.lines(from: bytes)
        }
        for line in printed { report(line: line) }
        output.meter.add(count)
        if output.meter.isOver {
            holdPrinting(descriptor)
        } else if output.meter.used < policy.output.burst / 2 {
            output.waited = .zero
        }
        if isClosed || mustHoldBack() { unwatch(descriptor) }
    }

    private func holdPrinting(_ descriptor: Int32) {
        if case .ending = state { return }
        guard output.waited < policy.outputPatience else {
            return end(.exceeded(.output, used: output.meter.used, limit: policy.output.burst))
        }
        output.waited += Self.pause
        unwatch(descriptor)
        guard output.pause == nil else { return }
        output.pause = loop.schedule(after: Self.pause) { [weak self] in
            self?.onLoop { worker in
                worker.output.pause = nil
                worker.watchPrinting()
            }
        }
    }

    func report(line: String) {
        reports.add(line.utf8.count)
        sink(.printed(line))
    }
}
