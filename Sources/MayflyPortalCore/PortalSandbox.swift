internal import CMayflyLinux
internal import Glibc

/// What the process gives up once it is connected: to write any file, all privileges, and most of its memory. It can read what the person
/// can read, because they choose the file.
enum PortalSandbox {
    /// What libpipewire makes to share it with PipeWire counts as a file.
    private static let sharedMemory: UInt64 = 64 << 20

    static func enter(sharesMemory: Bool) throws(Ending) {
        try check("no_new_privs", mayfly_no_new_privileges())
        if mayfly_landlock_version() > 0 {
            let rules = mayfly_landlock_file_rules()
            try check("landlock_create_ruleset", rules)
            defer { close(rules) }
            try check("landlock_add_rule", mayfly_landlock_allow(rules, "/", 0))
            try check("landlock_restrict_self", mayfly_landlock_enforce(rules))
        }
        var limits = mayfly_limits()
        limits.memory = 512 << 20
        limits.cpu_seconds = 60
        limits.file_size = sharesMemory ? sharedMemory : 0
        limits.descriptors = 64
        limits.processes = 4096
        try check("setrlimit", mayfly_limit_process(&limits))
        try check("capset", mayfly_drop_capabilities())
    }

    private static func check(_ call: String, _ result: Int32) throws(Ending) {
        guard result < 0 else { return }
        throw .unavailable("the choice of a picture cannot be confined: \(call): \(String(cString: strerror(-result)))")
    }
}
