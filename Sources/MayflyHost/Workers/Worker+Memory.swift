internal import MayflyModel

// An extension may use so much memory and no more. It is warned first: the kernel would not do that (C-045).
extension Worker {
    /// Looks at the process's memory now and then until it ends.
    func watchMemory() {
        memoryCheck = loop.schedule(after: policy.memoryCheck) { [weak self] in
            self?.assumeIsolated { $0.checkMemory() }
        }
    }

    private func checkMemory() {
        memoryCheck = nil
        guard process != nil, !isFrozen else { return }
        let limit = policy.memoryLimitKiB
        let use = ownID.flatMap(ProcessMemory.privateKiB) ?? 0
        // One that jumps over the limit between two looks is warned all the same, if it is not far beyond.
        if use >= limit, isMemoryWarned || use >= limit * 2 { return end(.exceeded(.memory, used: use, limit: limit)) }
        if use >= limit / 5 * 4, !isMemoryWarned {
            isMemoryWarned = true
            sink(.memoryIsShort(kibibytes: use, limit: limit))
        }
        watchMemory()
    }
}
