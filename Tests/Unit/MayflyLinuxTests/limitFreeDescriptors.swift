import Glibc

/// Leaves so many descriptors that the process can open, if those below the first free one are all in use. Returns whether it
/// could.
func limitFreeDescriptors(to count: Int32) -> Bool {
    let first = dup(0)
    guard first >= 0, close(first) == 0 else { return false }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    limit.rlim_cur = rlim_t(first + count)
    return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
}
