package import CMayflyLinux
internal import Glibc
package import MayflyModel

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
    let folders: WorkerFolders?

    init(id: Int32, descriptor: Int32, group: ControlGroup? = nil, folders: WorkerFolders? = nil) {
        self.id = id
        self.descriptor = descriptor
        self.group = group
        self.folders = folders
    }
}

extension LaunchedProcess {
    /// Starts a program with posix_spawn, with just these descriptors and in a process group of its own.
    ///
    /// Called on the event loop's thread where the program dies with the thread that started it.
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
            // Nobody has waited for it yet, so the number still means this child.
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
            throw MayflyError(
                .launchFailed,
                "the process of \(program) cannot be watched: this kernel has no pidfd_open"
            )
        }
        self.init(id: process, descriptor: descriptor)
    }

    /// Starts a program like `init(_:_:environment:inherit:)`, as process 1 of a PID namespace: nothing that it makes outlives
    /// it. `hasUser` makes a user namespace too, without which only the superuser can have the other.
    ///
    /// Throws where there are no such namespaces, and for whatever else keeps the program from being started.
    package init(
        apart program: String,
        _ arguments: [String],
        environment: [String],
        inherit: [mayfly_inherit],
        hasUser: Bool
    ) throws(MayflyError) {
        var (process, descriptor): (pid_t, Int32) = (0, -1)
        let namespaces = MAYFLY_NS_PID.rawValue | (hasUser ? MAYFLY_NS_USER.rawValue : 0)
        let status = withCStrings([program] + arguments) { arguments in
            withCStrings(environment) { environment in
                mayfly_spawn_apart(
                    &process,
                    &descriptor,
                    namespaces,
                    program,
                    arguments,
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

/// Lends the texts as a NULL-terminated array of C strings.
private func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
}
