internal import CMayflyLinux
internal import MayflyModel

extension Sandbox {
    /// Confines the zygote to what it needs to fork workers, after everything else is prepared. It runs no code of an
    /// extension; the layers limit what an invalid request can do.
    ///
    /// It gets only layers that workers get, too, because they inherit them. If the kernel refuses one here, the
    /// workers still enter their own layers. Landlock is left out: under its rules a process cannot mount.
    ///
    /// - Parameter isFiltered: false leaves out the filter, which takes half a millisecond to compile: for a zygote
    ///   that makes one worker and ends.
    package func confineZygote(isFiltered: Bool) {
        // Workers inherit the old root. They may write only to the folders that are mounted for them.
        if report.isOn(.root) { _ = mayfly_mount_read_only(SandboxRoot.old) }
        if report.wanted.contains(.limits) { _ = Self.limit() }
        if report.isOn(.capabilities) { _ = mayfly_keep_mounting_capability(report.mapsWorkers ? 1 : 0) }
        // Processes of the same user cannot trace it. Its workers undo this, because the host measures their memory.
        _ = mayfly_be_unreadable()
        if isFiltered, report.isOn(.seccomp) { _ = SystemCallFilter.zygotes?.install() }
    }

    /// Confines process 1 of a worker's PID namespace at least as much as the worker. It runs no code of an extension,
    /// and only waits.
    package func confineFirstProcess() {
        if report.isOn(.capabilities) { _ = mayfly_drop_capabilities() }
        _ = close()
    }
}
