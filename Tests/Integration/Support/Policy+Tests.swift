import MayflyModel

extension Policy {
    /// No lingering, so that the end of a window is the end of its processes; and time for everything else. The machine and
    /// the tests' few threads are shared by all tests: a test that is about a deadline sets that one itself.
    static var immediate: Policy {
        var policy = Policy()
        policy.linger = .zero
        policy.launch = .seconds(300)
        policy.callback = .seconds(900)
        policy.resign = .seconds(300)
        policy.transition = .seconds(300)
        policy.conversion = .seconds(300)
        policy.service = .seconds(300)
        policy.patience = .seconds(300)
        policy.closing = .seconds(300)
        policy.stackReport = .seconds(300)
        policy.ending = .seconds(300)
        policy.cpuBudget = .seconds(600)
        policy.cpuWindow = .seconds(600)
        policy.hostBudget = .seconds(600)
        policy.hostWindow = .seconds(600)
        policy.crashLoop.failures = 0
        return policy
    }

    /// The same, and an action of the user waits for an extension that does not become idle for longer than any test run. So a
    /// call or a completion that counts as open for ever makes the test hang; it does not only delay it.
    static var endlessPatience: Policy {
        var policy = Policy.immediate
        policy.patience = .seconds(1_000_000)
        return policy
    }

    /// For extensions that do not answer: the same with a limit for each callback that a healthy one keeps on a busy machine.
    static var strict: Policy {
        var policy = Policy.immediate
        policy.callback = .seconds(5)
        return policy
    }

    /// Sets a limit of memory at which a puppet that takes 56 MiB is warned and lives on.
    mutating func limitMemory() {
        memoryLimitKiB = 64 * 1024
        vitalSigns = .milliseconds(10)
    }
}
