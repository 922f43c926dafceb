public import MayflyModel

extension Manifest {
    /// A limit that a manifest can lower. The raw values are the keys of `limits` in the manifest, and contain the
    /// unit.
    public enum Limit: String, Sendable, CaseIterable {
        /// `Policy.memoryLimitKiB`, in MiB.
        case memory = "memory_mib"
        /// `Policy.cpuBudget` within `Policy.cpuWindow`, in milliseconds.
        case cpu = "cpu_ms"
        /// `Policy.threads`.
        case threads
        /// `Policy.storageBytes`, in MiB.
        case storage = "storage_mib"
        /// `Policy.storedFiles`.
        case files
        /// The burst of `Policy.output`, in KiB.
        case output = "output_kib"
        /// The burst of `Policy.calls`.
        case calls
        /// `Policy.launch`, in milliseconds.
        case launch = "launch_ms"
        /// `Policy.callback`, in milliseconds.
        case callback = "callback_ms"
        /// `Policy.resign`, in milliseconds.
        case resign = "resign_ms"
        /// `Policy.linger`, in milliseconds.
        case linger = "linger_ms"

        /// Zero is allowed for lingering alone.
        fileprivate var least: Int { self == .linger ? 0 : 1 }
    }

    /// The largest value of a limit, so that no conversion of units overflows.
    private static let greatestLimit = 1 << 40

    static func limits(_ object: JSONObject) throws(MayflyError) -> [Limit: Int] {
        guard let map = try object.optionalObject("limits") else { return [:] }
        let numbers = try map.numbers()
        var limits: [Limit: Int] = [:]
        for name in numbers.keys.sorted() {
            guard let limit = Limit(rawValue: name) else {
                let known = Limit.allCases.map(\.rawValue).joined(separator: ", ")
                throw map.problem(name, "is not a limit; there are \(known)")
            }
            guard let number = numbers[name].flatMap(Int.init(exactly:)), number <= greatestLimit,
                number >= limit.least
            else {
                let found = numbers[name].map { "\($0)" } ?? "nothing"
                throw map.problem(name, "must be a whole number, \(limit.least) or more, found \(found)")
            }
            limits[limit] = number
        }
        return limits
    }
}

extension Policy {
    /// The policy with the limits of a manifest. A limit that is not lower than the policy's has no effect.
    public func lowered(by limits: [Manifest.Limit: Int]) -> Policy {
        var policy = self
        for (limit, value) in limits where value < self[limit] { policy.lower(limit, to: value) }
        return policy
    }

    /// The value of a limit in the unit of the manifest, rounded down.
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
