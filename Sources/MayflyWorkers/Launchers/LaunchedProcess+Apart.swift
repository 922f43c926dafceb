package import CMayflyLinux
internal import Glibc
package import MayflyModel

extension LaunchedProcess {
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
