package import CMayflyLinux
internal import Glibc
internal import MayflyLinux
package import MayflyModel

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
    let folders: WorkerFolders?

    init(id: Int32, descriptor: Int32, group: ControlGroup? = nil, folders: WorkerFolders? = nil) {
        self.id = id
        self.descriptor = descriptor
        self.group = group
        self.folders = folders
    }
}

extension LaunchedProcess {
    /// Starts a program with posix_spawn, with these descriptors only, in its own process group.
    ///
    /// If the program ends with the thread that started it, call this on the event loop's thread.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String],
        inherit: [mayfly_inherit]
    ) throws(MayflyError) {
        var process: pid_t = 0
        let status = withCStrings([program] + arguments) { arguments in
            withCStrings(environment) { environment in
                mayfly_spawn(&process, program, arguments, environment, inherit, inherit.count)
            }
        }
        guard status == 0 else {
            throw MayflyError(.launchFailed, "\(program) cannot be started: \(String(cString: strerror(-status)))")
        }
        let descriptor = mayfly_pidfd_open(process)
        guard descriptor >= 0 else {
            // The child is not reaped yet, so the number still belongs to it.
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw MayflyError(
                .launchFailed,
                "the process of \(program) cannot be watched: this kernel has no pidfd_open"
            )
        }
        self.init(id: process, descriptor: descriptor)
    }

    /// Starts a program like `init(_:_:environment:inherit:)`, as process 1 of a PID namespace: all processes that it
    /// makes end with it. `hasUser` makes a user namespace too; without one, only the superuser can make a PID
    /// namespace.
    ///
    /// Throws if the namespaces cannot be made, or if the program cannot be started.
    package init(
        apart program: String,
        _ arguments: [String],
        environment: [String],
        inherit: [mayfly_inherit],
        hasUser: Bool
    ) throws(MayflyError) {
        let namespaces = MAYFLY_NS_PID.rawValue | (hasUser ? MAYFLY_NS_USER.rawValue : 0)
        try self.init(program, [program] + arguments, environment, inherit, in: namespaces, readOnly: nil)
    }

    /// Starts a program like `init(_:_:environment:inherit:)`, in a mount namespace in which the program's file is
    /// read-only. The program and its children keep that mount: through `/proc/self/exe` they cannot change the file,
    /// such as its mode, although their user may own it. `hasUser` makes a user namespace too; without one, only the
    /// superuser can make a mount namespace.
    ///
    /// Throws if the namespaces cannot be made, or if the program cannot be started.
    init(
        readOnly program: String,
        _ arguments: [String],
        environment: [String],
        inherit: [mayfly_inherit],
        hasUser: Bool
    ) throws(MayflyError) {
        guard let resolved = realpath(program, nil) else {
            throw MayflyError(.launchFailed, "\(program): \(String(cString: strerror(errno)))")
        }
        defer { free(resolved) }
        let path = String(cString: resolved)
        let namespaces = MAYFLY_NS_MOUNT.rawValue | (hasUser ? MAYFLY_NS_USER.rawValue : 0)
        // Not its folder: an extension's private folder could be below that.
        try self.init(path, [program] + arguments, environment, inherit, in: namespaces, readOnly: path)
    }

    private init(
        _ path: String,
        _ words: [String],
        _ environment: [String],
        _ inherit: [mayfly_inherit],
        in namespaces: UInt32,
        readOnly: String?
    ) throws(MayflyError) {
        var (process, descriptor): (pid_t, Int32) = (0, -1)
        let status = withCStrings(words) { words in
            withCStrings(environment) { environment in
                mayfly_spawn_apart(
                    &process,
                    &descriptor,
                    namespaces,
                    readOnly,
                    path,
                    words,
                    environment,
                    inherit,
                    inherit.count
                )
            }
        }
        guard status == 0 else {
            throw MayflyError(.launchFailed, "clone: \(String(cString: strerror(-status)))")
        }
        self.init(id: process, descriptor: descriptor)
    }
}
