internal import CMayflyLinux
internal import Glibc

/// What the process gives up before it reads anything from a network: all files but those of the system, which it can only read, all
/// privileges, and most of its memory.
enum FetchSandbox {
    private struct Refusal: Error, CustomStringConvertible {
        let call: String
        let result: Int32
        var description: String { "the requests cannot be confined: \(call): \(String(cString: strerror(-result)))" }
    }

    /// Folders that name servers and certificates are looked up in.
    private static let readable = ["/etc", "/usr", "/lib", "/lib64", "/run/systemd/resolve", "/run/resolvconf"]

    static func enter() throws {
        try check("no_new_privs", mayfly_no_new_privileges())
        try enterLandlock()
        var limits = mayfly_limits()
        limits.memory = 1 << 30
        limits.cpu_seconds = 3600
        limits.file_size = 0
        limits.descriptors = 64
        limits.processes = 4096
        try check("setrlimit", mayfly_limit_process(&limits))
        try check("capset", mayfly_drop_capabilities())
    }

    /// Without Landlock the process keeps what its user may do; a machine that has none says so in `mayfly doctor`.
    private static func enterLandlock() throws {
        guard mayfly_landlock_version() > 0 else { return }
        let rules = mayfly_landlock_file_rules()
        try check("landlock_create_ruleset", rules)
        defer { close(rules) }
        // A path that is missing is not an error: the systems differ, and what the environment names may be wrong.
        let own = [TrustedCertificates.file.flatMap { isFile($0) ? $0 : nil }, TrustedCertificates.folder].compactMap {
            $0
        }
        for path in readable + own { _ = mayfly_landlock_allow(rules, path, 0) }
        try check("landlock_restrict_self", mayfly_landlock_enforce(rules))
    }

    /// What names a file opens no folder.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    private static func check(_ call: String, _ result: Int32) throws {
        guard result < 0 else { return }
        throw Refusal(call: call, result: result)
    }
}
