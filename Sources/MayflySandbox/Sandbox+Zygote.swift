internal import CMayflyLinux
internal import MayflyModel

extension Sandbox {
    /// Confines the zygote itself to what forking workers needs, when all else is prepared. It runs no code of an extension; the
    /// layers limit what a wrong request could do.
    ///
    /// It has only the layers that workers get, too, because they inherit them. Where the kernel refuses one here, the workers'
    /// own layers are still entered. Landlock is left out: under its rules a process cannot mount.
    ///
    /// - Parameter isFiltered: false leaves out the filter, which takes half a millisecond to compile: for a zygote that makes one
    ///   worker and ends.
    package func confineZygote(isFiltered: Bool) {
        // Its workers reach the old root through it, and write to none of it but what is mounted for them.
        if report.isOn(.root) { _ = mayfly_mount_read_only(SandboxRoot.old) }
        if report.isOn(.limits) { _ = Self.limit() }
        if report.isOn(.noNewPrivileges) { _ = mayfly_no_new_privileges() }
        if report.isOn(.capabilities) { _ = mayfly_keep_mounting_capability() }
        // Those of the same user cannot take it over. Its workers take it back, for the host looks at their memory.
        _ = mayfly_be_unreadable()
        if isFiltered, report.isOn(.seccomp) { _ = SystemCallFilter.zygotes?.install() }
    }

    /// Confines process 1 of a worker's PID namespace, which runs no code of an extension and only waits, at least as much as the
    /// worker.
    package func confineFirstProcess() {
        if report.isOn(.capabilities) { _ = mayfly_drop_capabilities() }
        _ = close()
    }
}
