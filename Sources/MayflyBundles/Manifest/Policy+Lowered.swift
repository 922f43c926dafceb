public import MayflyModel

extension Policy {
    /// The policy for an extension whose manifest asks for less of something. A limit that is no lower changes nothing.
    public func lowered(by limits: [Manifest.Limit: Int]) -> Policy {
        var policy = self
        for (limit, value) in limits where value < self[limit] { policy.lower(limit, to: value) }
        return policy
    }

    /// What is allowed of something, in the unit of the manifest, rounded down.
    public subscript(limit: Manifest.Limit) -> Int {
        switch limit {
        case .memory: memoryLimitKiB / 1024
        case .cpu: Int(cpuBudget.milliseconds)
        case .threads: threads
        case .storage: storageBytes >> 20
        case .files: storedFiles
        case .output: output.burst / 1024
        case .calls: calls.burst
        case .launch: Int(launch.milliseconds)
        case .callback: Int(callback.milliseconds)
        case .resign: Int(resign.milliseconds)
        case .linger: Int(linger.milliseconds)
        }
    }

    private mutating func lower(_ limit: Manifest.Limit, to value: Int) {
        switch limit {
        case .memory: memoryLimitKiB = value * 1024
        case .cpu: cpuBudget = .milliseconds(value)
        case .threads: threads = value
        case .storage: storageBytes = value << 20
        case .files: storedFiles = value
        case .output: output = output.lowered(to: value * 1024)
        case .calls: calls = calls.lowered(to: value)
        case .launch: launch = .milliseconds(value)
        case .callback: callback = .milliseconds(value)
        case .resign: resign = .milliseconds(value)
        case .linger: linger = .milliseconds(value)
        }
    }
}

extension Policy.Rate {
    fileprivate func lowered(to burst: Int) -> Policy.Rate {
        Policy.Rate(burst: burst, perSecond: min(perSecond, burst))
    }
}
