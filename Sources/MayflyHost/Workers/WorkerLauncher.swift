package import MayflyModel

/// Starts worker processes. The one place to change for another way of making them.
package protocol WorkerLauncher: Sendable {
    /// Starts a worker that has exactly these descriptors. Called on the event loop's thread, which never ends:
    /// a worker dies with the thread that started it.
    func launch(_ files: WorkerFiles, _ order: WorkerOrder) throws(MayflyError) -> LaunchedProcess

    /// By which paths a worker will know its folders. Called on the event loop's thread too.
    func folders(for order: WorkerOrder) throws(MayflyError) -> WorkerFolders
}

extension WorkerLauncher {
    package func folders(for order: WorkerOrder) -> WorkerFolders { .unmoved(order) }
}

/// The paths by which an extension knows its folders: those of the host, or others in a root folder of its own.
package struct WorkerFolders: Sendable, Hashable {
    package let bundle: String
    package let privateFolder: String

    package init(bundle: String, privateFolder: String) {
        self.bundle = bundle
        self.privateFolder = privateFolder
    }

    /// Those of the host.
    package static func unmoved(_ order: WorkerOrder) -> WorkerFolders {
        WorkerFolders(bundle: order.bundleFolder, privateFolder: order.privateFolder)
    }
}

/// The descriptors that a worker is given. They stay the caller's, who closes its copies.
package struct WorkerFiles: Sendable {
    /// The worker's end of the control socket: callbacks one way, calls the other.
    package let control: Int32
    /// The worker's end of the socket on which completions go to it.
    package let completions: Int32
    /// The checked library, open for reading.
    package let library: Int32
    /// The write end of the pipe that takes stdout and stderr.
    package let output: Int32
    /// The memory in which the worker writes how it crashed.
    package let box: Int32

    package init(control: Int32, completions: Int32, library: Int32, output: Int32, box: Int32) {
        self.control = control
        self.completions = completions
        self.library = library
        self.output = output
        self.box = box
    }
}

/// A child process of this one.
package struct LaunchedProcess: Sendable {
    /// For people to read; never used to name the process.
    package let id: Int32
    /// Names the process for good. The worker that takes it over closes it.
    package let descriptor: Int32
    /// Where process 1 of a PID namespace, which `descriptor` names, tells of the worker itself: first the descriptor that
    /// names it, then how it ended. Nil where the process is the worker.
    package let report: Int32?

    init(id: Int32, descriptor: Int32, report: Int32? = nil) {
        self.id = id
        self.descriptor = descriptor
        self.report = report
    }
}
