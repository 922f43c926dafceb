import MayflyFaults
import MayflyModel
import MayflyWorkers

/// What a run is to do, as its arguments say.
struct FaultOrder {
    static let usage = "usage: fault-runner zygote|bare patient|strict|frugal FAULTY-BUNDLE HEALTHY-BUNDLE STEP…"

    let confinement: Confinement
    let policy: Policy
    let faulty: String
    let healthy: String
    let steps: [Step]

    /// One thing that a person, or a neighbour, does.
    enum Step: String {
        /// Presses the button of that name.
        case misbehave, stage, text, grow, stickers
        case expand, compact, swipe, send, cancel
        /// Taps the last bubble.
        case select
        /// Somebody else sends a message of the faulty extension.
        case receive
        /// Closes the extension.
        case close
        /// Waits for the end of the process.
        case wait
    }

    init?(arguments: [String]) {
        guard arguments.count >= 5, let pace = FaultPace(rawValue: arguments[2]) else { return nil }
        switch arguments[1] {
        case "zygote": confinement = Confinement()
        case "bare": confinement = .none
        default: return nil
        }
        policy = Self.policy(pace)
        faulty = arguments[3]
        healthy = arguments[4]
        var steps: [Step] = []
        for word in arguments.dropFirst(5) {
            guard let step = Step(rawValue: word) else { return nil }
            steps.append(step)
        }
        self.steps = steps
    }

    private static func policy(_ pace: FaultPace) -> Policy {
        var policy = Policy()
        policy.linger = .zero
        policy.patience = .seconds(300)
        policy.launch = .seconds(60)
        policy.callback = .seconds(300)
        policy.resign = .seconds(60)
        policy.cpuBudget = .seconds(2)
        // The trace keeps each line and looks at it.
        policy.output = Policy.Rate(burst: 1 << 18, perSecond: 1 << 16)
        // A host that is slow, or has much else to do, takes less in than flows off by the default.
        policy.transfer = Policy.Rate(burst: 16 << 20, perSecond: 1 << 10)
        policy.calls = Policy.Rate(burst: policy.calls.burst, perSecond: 10)
        switch pace {
        case .patient: break
        case .strict:
            policy.launch = .seconds(2)
            policy.callback = .seconds(1)
            policy.resign = .seconds(1)
        case .frugal:
            policy.cpuBudget = .milliseconds(500)
            policy.hostBudget = .milliseconds(500)
        }
        return policy
    }
}
