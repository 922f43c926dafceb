import Glibc

/// Leaves as many descriptors as `count` that the process can open. Returns whether it could.
func limitFreeDescriptors(to count: Int) -> Bool {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    limit.rlim_cur = limit.rlim_max
    guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    let free = (0..<count).map { _ in dup(0) }
    for descriptor in free { close(descriptor) }
    guard let last = free.max(), !free.contains(-1) else { return false }
    limit.rlim_cur = rlim_t(last + 1)
    return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
}
