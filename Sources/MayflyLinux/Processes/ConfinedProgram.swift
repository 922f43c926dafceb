internal import CMayflyLinux
internal import Glibc

/// Runs a program of the system that reads what a stranger has made, and writes text: it reaches no file but the system's and the named
/// ones, which it can only read, no network and no other process, and has little memory and time.
package struct ConfinedProgram: Sendable {
    /// How it ended, and what it has written.
    package struct Outcome: Sendable, Equatable {
        package let output: [UInt8]
        /// The exit status; nil for a program that a signal has ended.
        package let status: Int32?
        /// The most memory that was resident, in bytes.
        package let peakMemory: Int
    }

    private let path: String
    private let readable: [String]
    private let patience: Duration

    /// Its address space, in bytes, and its processor time.
    package static let memory = 512 << 20
    private static let seconds = 10
    /// Where the programs and libraries of the system are.
    private static let system = ["/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache"]

    /// - Parameters:
    ///   - readable: the files that it may read, besides the system's.
    ///   - patience: how long it may take. It is for a program that waits, whose processor time does not pass.
    package init(path: String, readable: [String], patience: Duration = .seconds(15)) {
        (self.path, self.readable, self.patience) = (path, readable, patience)
    }

    /// Runs it and waits for its end. Nil where it cannot be started, or cannot be confined: then it is not run at all.
    ///
    /// - Parameter limit: when it has written more bytes than this, it is ended.
    package func run(_ arguments: [String], limit: Int) -> Outcome? {
        var ends: [Int32] = [-1, -1]
        guard mayfly_pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        let started = start(arguments, output: ends[1])
        close(ends[1])
        guard let started else { return nil }
        defer { close(started) }
        let (output, isWhole) = read(ends[0], limit: limit)
        if !isWhole { _ = mayfly_pidfd_signal(started, SIGKILL) }
        var exit = mayfly_exit()
        // It has closed its output, so that its end is near; a stopped one is killed.
        if mayfly_has_ended(started, 1_000) == 0 { _ = mayfly_pidfd_signal(started, SIGKILL) }
        while mayfly_has_ended(started, 1_000) == 0 {}
        guard mayfly_reap(started, &exit) == 1 else { return nil }
        return Outcome(
            output: output,
            status: exit.exited == 1 ? exit.status : nil,
            peakMemory: Int(exit.peak_kib) << 10
        )
    }

    /// Starts it: a descriptor of the process.
    private func start(_ arguments: [String], output: Int32) -> Int32? {
        let rules = mayfly_landlock_rules()
        guard rules >= 0 else { return nil }
        defer { close(rules) }
        // A folder that is missing is not an error: the systems differ.
        for folder in Self.system { _ = mayfly_landlock_allow(rules, folder, 0) }
        guard readable.allSatisfy({ mayfly_landlock_allow(rules, $0, 0) == 0 }) else { return nil }
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { return nil }
        defer { close(input) }
        let inherit = [
            mayfly_inherit(from: input, to: 0), mayfly_inherit(from: output, to: 1),
            mayfly_inherit(from: input, to: 2),
        ]
        var limits = mayfly_limits(
            memory: UInt64(Self.memory),
            cpu_seconds: UInt64(Self.seconds),
            file_size: 0,
            descriptors: 32,
            processes: 0
        )
        let apart = [MAYFLY_NS_USER, MAYFLY_NS_PID, MAYFLY_NS_NETWORK, MAYFLY_NS_IPC].reduce(0) { $0 | $1.rawValue }
        // Where the machine lets nobody make namespaces, Landlock remains.
        for namespaces in [apart, 0] {
            var (process, descriptor): (pid_t, Int32) = (0, -1)
            let status = withCStrings([path] + arguments) { arguments in
                withCStrings(["PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"]) { environment in
                    mayfly_spawn_confined(
                        &process,
                        &descriptor,
                        namespaces,
                        rules,
                        &limits,
                        path,
                        arguments,
                        environment,
                        inherit,
                        inherit.count
                    )
                }
            }
            if status == 0 { return descriptor }
        }
        return nil
    }

    /// What it writes, and whether that is all of it.
    private func read(_ pipe: Int32, limit: Int) -> ([UInt8], isWhole: Bool) {
        let deadline = ContinuousClock.now + patience
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let left = deadline - .now
            guard left > .zero else { return (bytes, false) }
            var wait = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, Int32(left.components.seconds * 1_000) + 1) > 0 else { continue }
            let count = mayfly_read(pipe, &part, part.count)
            guard count > 0 else { return (bytes, count == 0) }
            bytes += part.prefix(count)
            guard bytes.count <= limit else { return (Array(bytes.prefix(limit)), false) }
        }
    }
}
