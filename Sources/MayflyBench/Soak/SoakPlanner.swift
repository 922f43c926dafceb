internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel

/// Chooses the next task at random. The choices are the same in each soak with the same seed and the same extensions.
struct SoakPlanner {
    private var dice: SplitMix64
    private let bench: [ExtensionBundle]
    private let samples: [ExtensionBundle]
    /// Faults without and with a window, each split into those that end soon and those that run long.
    private let direct: (quick: [SoakFault], slow: [SoakFault])
    private let windowed: (quick: [SoakFault], slow: [SoakFault])

    init(seed: UInt64, bench: [ExtensionBundle], samples: [ExtensionBundle], faults: [SoakFault]) {
        dice = SplitMix64(seed: seed)
        (self.bench, self.samples) = (bench, samples)
        direct = Self.halves(faults.filter(\.isDirect))
        windowed = Self.halves(faults.filter(\.isWindowed))
    }

    private static func halves(_ faults: [SoakFault]) -> (quick: [SoakFault], slow: [SoakFault]) {
        (faults.filter { $0.pace == .patient }, faults.filter { $0.pace != .patient })
    }

    mutating func next() -> SoakVisit {
        switch Int.random(in: 0..<1000, using: &dice) {
        case 0..<20:
            let count = Int.random(in: 3...12, using: &dice)
            return .window((0..<count).map { _ in pick(bench + samples) })
        case 20..<40:
            if let fault = pick(windowed) { return .faultyWindow(fault) }
        case 40..<300:
            if let fault = pick(direct) { return .life(script(fault)) }
        case 300..<320:
            return .life(breakdown())
        default: break
        }
        return .life(healthy())
    }

    private mutating func pick(_ bundles: [ExtensionBundle]) -> ExtensionBundle {
        bundles[Int.random(in: bundles.indices, using: &dice)]
    }

    /// One in forty is slow.
    private mutating func pick(_ faults: (quick: [SoakFault], slow: [SoakFault])) -> SoakFault? {
        let isSlow = Int.random(in: 0..<40, using: &dice) == 0
        return (isSlow ? faults.slow : faults.quick).randomElement(using: &dice)
    }

    private func script(_ fault: SoakFault) -> SoakScript {
        var acts = fault.steps.filter { $0 != "wait" }.map(SoakScript.Act.tap)
        if fault.steps.last != "wait" { acts.append(.close) }
        return SoakScript(bundle: fault.bundle, acts: acts, pace: fault.pace, ends: fault.ends, isFresh: true)
    }

    /// A healthy run, which usually ends by being closed.
    private mutating func healthy() -> SoakScript {
        var script = SoakScript(bundle: pick(bench), acts: [], ends: [ExpectedEnd("finished")])
        if Int.random(in: 0..<8, using: &dice) == 0, let sample = samples.randomElement(using: &dice) {
            script = SoakScript(bundle: sample, acts: [], ends: script.ends)
        } else {
            for _ in 0..<Int.random(in: 0...5, using: &dice) {
                script.acts.append(.ask(Payload(size: Int.random(in: 1...3000, using: &dice))))
            }
        }
        switch Int.random(in: 0..<20, using: &dice) {
        case 0: script.mode = .exec
        case 1: script.mode = .zygote
        default: break
        }
        switch Int.random(in: 0..<20, using: &dice) {
        case 0..<2: script.acts.append(.kill)
        case 2..<4:
            script.acts.append(.shoot)
            script.ends = [ExpectedEnd("crashed", ["signal": "9"])]
        case 4: (script.isAbandoned, script.acts) = (true, [])
        default: script.acts.append(.close)
        }
        return script
    }

    /// The measured extension in C, which misbehaves after some correct answers.
    private mutating func breakdown() -> SoakScript {
        var script = SoakScript(bundle: bench[0], acts: [.ask(Payload(size: 10))], ends: [])
        switch Int.random(in: 0..<20, using: &dice) {
        case 0:
            script.acts.append(.tap("L"))
            script.ends = [ExpectedEnd("unresponsive", ["callback": "didPerformAction"])]
        case 1:
            script.acts.append(.tap("T"))
            script.ends = [ExpectedEnd("unresponsive", ["callback": "didPerformAction"])]
        default:
            script.acts.append(.tap("S"))
            script.ends = [ExpectedEnd("crashed", ["signal": "11", "phase": "didPerformAction"])]
        }
        script.pace = SoakPace(for: script.ends)
        return script
    }
}
