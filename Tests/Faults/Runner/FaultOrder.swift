import MayflyFaults
import MayflyModel
import MayflyWorkers

/// The parameters of a run, from its arguments.
struct FaultOrder {
    static let usage = "usage: fault-runner zygote|bare patient|strict|frugal FAULTY-BUNDLE HEALTHY-BUNDLE STEP…"

    let confinement: Confinement
    let policy: Policy
    let faulty: String
    let healthy: String
    let steps: [Step]

    /// One step of the person, or of another person in the conversation.
    enum Step: String {
        /// Presses the button of that name.
        case misbehave, stage, text, grow, stickers
        case expand, compact, swipe, send, cancel
        /// Taps the last bubble.
        case select
        /// Another person sends a message of the faulty extension.
        case receive
        /// Sets something of the faulty extension.
        case set
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

    /// The patient policy has deadlines that no healthy callback reaches, even on a busy machine.
    private static func policy(_ pace: FaultPace) -> Policy {
        var policy = Policy()
        policy.linger = .zero
        policy.patience = .seconds(300)
        policy.launch = .seconds(60)
        policy.callback = .seconds(300)
        policy.resign = .seconds(60)
        policy.cpuBudget = .seconds(2)
        // The trace stores and checks each line.
        policy.output = Policy.Rate(burst: 1 << 18, perSecond: 1 << 16)
        // With the default rate, a slow or busy host would read less than what drains meanwhile.
        policy.transfer = Policy.Rate(burst: 16 << 20, perSecond: 1 << 10)
        policy.calls = Policy.Rate(burst: policy.calls.burst, perSecond: 10)
        switch pace {
        case .patient: break
        case .strict:
            policy.launch = .seconds(2)
            policy.callback = .seconds(1)
            policy.resign = .seconds(1)
            policy.stackReport = .seconds(5)
        case .frugal:
            policy.cpuBudget = .milliseconds(500)
            policy.hostBudget = .milliseconds(500)
        }
        return policy
    }
}
