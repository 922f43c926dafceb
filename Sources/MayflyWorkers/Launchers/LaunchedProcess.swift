/// A child process of this one.
package struct LaunchedProcess: Sendable {
    /// For people to read; never used to name the process.
    package let id: Int32
    /// Names the process for good. The worker that takes it over closes it.
    package let descriptor: Int32
    /// The link on which process 1 of a PID namespace, named by `descriptor`, reports about the worker. Nil if no zygote forked it.
    var link: WorkerLink?
    /// The worker's own control group, which goes with it; nil where there is none.
    let group: ControlGroup?
    /// The paths by which the worker knows its folders; nil where they are the host's.
    package let folders: WorkerFolders?

    init(id: Int32, descriptor: Int32, group: ControlGroup? = nil, folders: WorkerFolders? = nil) {
        self.id = id
        self.descriptor = descriptor
        self.group = group
        self.folders = folders
    }
}
