/// A child process of this one.
package struct LaunchedProcess: Sendable {
    /// For people to read; never used to name the process.
    package let id: Int32
    /// Names the process for good. The worker that takes it over closes it.
    package let descriptor: Int32
    /// Where process 1 of a PID namespace, which `descriptor` names, tells of the worker itself. Nil where there was no zygote.
    var report: WorkerLink?
    /// The worker's own control group, which goes with it; nil where there is none.
    let group: ControlGroup?
    /// By which paths the worker knows its folders; nil means by the host's.
    package let folders: WorkerFolders?

    init(
        id: Int32,
        descriptor: Int32,
        report: WorkerLink? = nil,
        group: ControlGroup? = nil,
        folders: WorkerFolders? = nil
    ) {
        self.id = id
        self.descriptor = descriptor
        self.report = report
        self.group = group
        self.folders = folders
    }
}
