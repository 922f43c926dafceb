/// A child process of this one.
package struct LaunchedProcess: Sendable {
    /// The process id, for display only: `descriptor` identifies the process.
    package let id: Int32
    /// The pidfd of the process. The worker that takes it over closes it.
    package let descriptor: Int32
    /// The link on which process 1 of the PID namespace, the process of `descriptor`, reports about the worker. Nil if
    /// no zygote forked it.
    var link: WorkerLink?
    /// The worker's control group, which is removed with it; nil if there is none.
    let group: ControlGroup?
    /// The paths of the worker's folders inside the sandbox; nil if they are those of the host.
    package let folders: WorkerFolders?

    init(
        id: Int32,
        descriptor: Int32,
        link: WorkerLink? = nil,
        group: ControlGroup? = nil,
        folders: WorkerFolders? = nil
    ) {
        self.id = id
        self.descriptor = descriptor
        self.link = link
        self.group = group
        self.folders = folders
    }
}
