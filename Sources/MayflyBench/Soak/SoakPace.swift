internal import MayflyHost
internal import MayflyModel

/// The deadlines and limits of an extension. The limit that a fault is expected to reach is low, which saves time; the others are
/// so high that a busy machine does not reach them.
enum SoakPace: Sendable, Hashable, CaseIterable {
    case patient
    /// Each callback has little time.
    case callback
    /// The whole launch has little time.
    case launch
    /// All limits but that on memory are low.
    case limits
    case memory
    /// High deadlines, and workers linger after they resign.
    case lingering

    /// The pace for these expected ends.
    init(for ends: [ExpectedEnd]) {
        let causes = Set(ends.map(\.cause))
        if causes.contains("unresponsive") {
            self = .callback
        } else if causes.contains("launchTimeout") {
            self = .launch
        } else {
            let isLimited = !causes.isDisjoint(with: Resource.allCases.map(\.rawValue))
            self = causes.contains("memory") ? .memory : isLimited ? .limits : .patient
        }
    }

    var policy: Policy {
        var policy = Policy.patient
        policy.calls = Policy().calls
        policy.transfer = Policy().transfer
        policy.crashLoop.failures = 0
        policy.cpuBudget = Policy().cpuBudget
        policy.hostBudget = Policy().hostBudget
        switch self {
        case .patient: break
        case .callback:
            policy.callback = .milliseconds(250)
            policy.resign = .milliseconds(250)
        case .launch: policy.launch = .milliseconds(250)
        case .limits:
            policy.cpuBudget = .milliseconds(250)
            policy.storageBytes = 4 << 20
            policy.storedFiles = 500
            policy.storageCheck = .milliseconds(50)
            policy.vitalSigns = .milliseconds(20)
            policy.output = Policy.Rate(burst: 256 << 10, perSecond: 64 << 10)
            policy.outputPatience = .milliseconds(200)
            policy.transfer = Policy.Rate(burst: 16 << 20, perSecond: 1 << 10)
        case .memory:
            policy.memoryLimitKiB = 16 * 1024
            policy.vitalSigns = .milliseconds(20)
        case .lingering:
            policy.linger = .milliseconds(100)
            policy.lingerers = 2
        }
        return policy
    }
}
