internal import CMayflyLinux
internal import Glibc
package import MayflyModel

/// The sandbox of a process that converts one picture, or names. The process enters it itself, after its libraries are loaded.
///
/// From then on it has only memory, processor time and the three descriptors that it was given. The host makes its PID
/// namespace when it starts the process.
package enum PictureSandbox {
    /// Enters the wanted layers and reports which of them do not hold. The process gets memory and processor time for what the scope
    /// converts.
    ///
    /// The order matters: steps that need descriptors or privileges come before these are dropped, and the filter comes
    /// last.
    package static func enter(_ wanted: Set<SandboxLayer>, _ scope: PictureConversion.Scope) -> LayerReport {
        var report = LayerReport(wanted: wanted)
        if getpid() != 1 { report.noteMissing(.processes, "it is not process 1 of a namespace") }
        report.raiseMemoryScore()
        report.enterNamespaces()
        report.apply(.root) { enterEmptyRoot() }
        var filter: SystemCallFilter?
        report.apply(.seccomp) {
            if let failure = firstFailure(["seccomp": mayfly_filter_available]) { return failure }
            filter = .pictures
            return filter == nil ? ("seccomp_export_bpf", -EINVAL) : nil
        }
        // Landlock and the filter require it.
        if [.noNewPrivileges, .landlock, .seccomp].contains(where: report.isOn) {
            let failure = firstFailure(["no_new_privs": mayfly_no_new_privileges])
            report.apply(.noNewPrivileges) { failure }
        }
        report.apply(.landlock) { enterLandlock() }
        report.apply(.descriptors) { firstFailure(["close_range": { mayfly_close_from(3) }]) }
        if wanted.contains(.limits) {
            let failure = limit(scope)
            report.apply(.limits) { failure }
        }
        report.apply(.capabilities) { firstFailure(["capset": mayfly_drop_capabilities]) }
        report.apply(.seccomp) { filter.flatMap { filter in firstFailure(["seccomp": { filter.install() }]) } }
        return report
    }

    /// A read-only root with nothing in it.
    private static func enterEmptyRoot() -> (call: String, result: Int32)? {
        firstFailure([
            "mount private": mayfly_mount_private,
            // Every system has this folder. The mount point disappears with the old root.
            "mount tmpfs": { mayfly_mount_memory("/dev", 4096) },
            "chdir": { chdir("/dev") < 0 ? -errno : 0 },
            // The old root is mounted over the new one, and unmounted in the next step.
            "pivot_root": { mayfly_change_root(".") },
            "unmount the old root": { mayfly_unmount(".") },
        ])
    }

    /// Rules that allow nothing: open files stay open, and no other file can be opened.
    private static func enterLandlock() -> (call: String, result: Int32)? {
        let rules = mayfly_landlock_rules()
        guard rules >= 0 else { return ("landlock_create_ruleset", rules) }
        defer { close(rules) }
        return firstFailure(["landlock_restrict_self": { mayfly_landlock_enforce(rules) }])
    }

    private static func limit(_ scope: PictureConversion.Scope) -> (call: String, result: Int32)? {
        // The memory is for the largest picture when it is decoded, for the decoders, and for the program. The limit of
        // processor time ends a conversion that computes too long; the host's deadline ends one that waits.
        var limits = mayfly_limits(
            memory: (scope == .large ? 1_536 : 768) * 1024 * 1024,
            cpu_seconds: scope == .names ? 1 : scope == .large ? 20 : 5,
            file_size: 0,
            descriptors: 3,
            processes: 0
        )
        return firstFailure([
            "setrlimit": { mayfly_limit_process(&limits) },
            // Neither other processes nor a core dump can read the picture from memory.
            "prctl(dumpable)": mayfly_be_unreadable,
        ])
    }
}
