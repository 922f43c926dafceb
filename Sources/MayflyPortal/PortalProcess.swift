internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux
internal import MayflyModel

/// The running program, with the socket that is its input and output.
struct PortalProcess: ~Copyable {
    private let socket: Int32
    private let id: pid_t

    /// How long a wait lasts before it is asked again whether the picture is wanted, in milliseconds.
    private static let step: Int32 = 100
    /// What the program gets to take back what it has asked for, before it is killed.
    private static let grace = Duration.seconds(2)
    /// What the program needs to find the session bus; nothing else of the environment.
    private static let variables = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"]

    init(_ program: String, _ arguments: [String]) throws(MayflyError) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw MayflyError(.launchFailed, "\(program): cannot be started: \(String(cString: strerror(errno)))")
        }
        let inherit = [mayfly_inherit(from: ends[1], to: 0), mayfly_inherit(from: ends[1], to: 1)]
        let environment = Self.variables.compactMap { (name: String) in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }
        var id: pid_t = 0
        let status = withCStrings([program] + arguments) { arguments in
            withCStrings(environment) { environment in
                mayfly_spawn(&id, program, arguments, environment, inherit, inherit.count)
            }
        }
        close(ends[1])
        guard status == 0 else {
            close(ends[0])
            throw MayflyError(.launchFailed, "\(program): cannot be started: \(String(cString: strerror(-status)))")
        }
        socket = ends[0]
        self.id = id
    }

    /// The picture that the program gives, after which it has ended; nil where the person gives none.
    consuming func picture(unless isStopped: () -> Bool) throws -> [UInt8]? {
        let output = output(unless: isStopped)
        let status = end(of: output)
        guard let output else {
            if isStopped() { throw CancellationError() }
            throw MayflyError(.notPossibleNow, "mayfly-portal answers with something else")
        }
        switch status.flatMap(PortalEnd.init) {
        case .picture: return output
        case .cancelled: return nil
        case .unavailable:
            let reason = SafeText.line(String(decoding: output, as: UTF8.self), limit: PortalEnd.longestReason)
            throw MayflyError(.notPossibleNow, reason)
        case nil: throw MayflyError(.notPossibleNow, "mayfly-portal has failed")
        }
    }

    /// All that the program writes; nil where it is too much, or not wanted any more.
    private borrowing func output(unless isStopped: () -> Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 256 * 1024)
        while !isStopped() {
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, Self.step) > 0 else { continue }
            let count = mayfly_read(socket, &part, part.count)
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += part.prefix(count)
            guard bytes.count <= PortalEnd.mostBytes else { return nil }
        }
        return nil
    }

    /// Waits for the end, which the program is told to come to where there is no whole output. Gives the exit status; nil for a program
    /// that was ended by a signal.
    private borrowing func end(of output: [UInt8]?) -> Int32? {
        shutdown(socket, Int32(SHUT_WR))
        let deadline = ContinuousClock.now + Self.grace
        var status: Int32 = 0
        while true {
            let found = waitpid(id, &status, WNOHANG)
            if found == id || found < 0 && errno != EINTR { break }
            if ContinuousClock.now > deadline { kill(id, SIGKILL) }
            // What it still writes ends the wait at once, and so does its end.
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if poll(&wait, 1, 10) > 0 {
                var rest = [UInt8](repeating: 0, count: 64 * 1024)
                if mayfly_read(socket, &rest, rest.count) <= 0 { usleep(1_000) }
            }
        }
        close(socket)
        return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
    }
}
