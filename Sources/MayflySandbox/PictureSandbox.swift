internal import CMayflyLinux
internal import Glibc
package import MayflyModel

/// The sandbox of a process that converts one picture, which enters it by itself, once its libraries are loaded.
///
/// Nothing is left in it but memory, processor time and the three descriptors that it was given. Its PID namespace is made
/// with the process, by the host.
package enum PictureSandbox {
    /// Enters the wanted layers and says which of them do not hold.
    ///
    /// The order is not free: what needs descriptors or rights comes before both go, and the filter comes last of all.
    package static func enter(_ wanted: Set<SandboxLayer>) -> LayerReport {
        var report = LayerReport(wanted: wanted)
        if getpid() != 1 { report.lack(.processes, "it is not process 1 of a namespace") }
        report.enterNamespaces()
        report.raise(.root) { enterEmptyRoot() }
        var filter: SystemCallFilter?
        report.raise(.seccomp) {
            filter = .pictures
            return filter == nil ? ("seccomp_export_bpf", -EINVAL) : nil
        }
        // Landlock and the filter are not to be had without it.
        if [.noNewPrivileges, .landlock, .seccomp].contains(where: report.isOn) {
            let failure = firstFailure(["no_new_privs": mayfly_no_new_privileges])
            report.raise(.noNewPrivileges) { failure }
        }
        report.raise(.landlock) { enterLandlock() }
        report.raise(.descriptors) { firstFailure(["close_range": { mayfly_close_from(3) }]) }
        report.raise(.limits) { limit() }
        report.raise(.capabilities) { firstFailure(["capset": mayfly_drop_capabilities]) }
        report.raise(.seccomp) { filter.flatMap { filter in firstFailure(["seccomp": { filter.install() }]) } }
        return report
    }

    /// A read-only root with nothing in it.
    private static func enterEmptyRoot() -> (call: String, result: Int32)? {
        firstFailure([
            "mount private": mayfly_mount_private,
            // Where it is mounted is gone with the old root; this folder is everywhere.
            "mount tmpfs": { mayfly_mount_memory("/dev", 4096) },
            "chdir": { chdir("/dev") < 0 ? -errno : 0 },
            // The old root comes to lie upon the new one, and is taken away from there.
            "pivot_root": { mayfly_change_root(".") },
            "unmount the old root": { mayfly_unmount(".") },
        ])
    }

    /// Rules that allow nothing: what is open stays so, and nothing else can be reached.
    private static func enterLandlock() -> (call: String, result: Int32)? {
        let rules = mayfly_landlock_rules()
        guard rules >= 0 else { return ("landlock_create_ruleset", rules) }
        defer { close(rules) }
        return firstFailure(["landlock_restrict_self": { mayfly_landlock_enforce(rules) }])
    }

    private static func limit() -> (call: String, result: Int32)? {
        // The memory holds the largest picture unpacked, the decoders' own needs and the program itself. The processor
        // time is for what computes; the host's deadline ends what waits.
        var limits = mayfly_limits(
            memory: 768 * 1024 * 1024,
            cpu_seconds: 20,
            file_size: 0,
            descriptors: 3,
            processes: 0
        )
        return firstFailure([
            "setrlimit": { mayfly_limit_process(&limits) },
            // A picture is not read out of memory by others, nor by what the system does with crashed processes.
            "prctl(dumpable)": mayfly_be_unreadable,
        ])
    }
}
