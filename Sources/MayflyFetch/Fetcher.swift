internal import CMayflyLinux
internal import Glibc
internal import MayflyLinux
package import MayflyModel

/// A process that makes requests over HTTP, one after the other, for one thread. It ends with this value, and with the thread that
/// made it.
///
/// What servers send is read there and not here, and a request that is not wanted any more ends with the process.
package final class Fetcher {
    private let program: String
    private var process: FetchProcess?

    /// How long a wait lasts before it is asked again whether the request is wanted, in milliseconds.
    private static let step: Int32 = 100
    /// What the process gets beyond the time of a request before it is given up.
    private static let grace = Duration.seconds(10)

    /// - Parameter program: the path of `mayfly-fetch`. It is started with the first request.
    package init(program: String) { self.program = program }

    /// Makes a request. Gives what stands before the body of the answer, after all of the body went to `receive`, each part with it.
    ///
    /// Throws `.unreachable` where there is no whole answer within the limits of the request, with the address; the error of
    /// `receive`; and `MayflyError.stopped` where `isStopped` says so.
    package func fetch(
        _ request: FetchRequest,
        unless isStopped: (() -> Bool)? = nil,
        receive: (FetchHead, [UInt8]) throws(MayflyError) -> Void
    ) throws(MayflyError) -> FetchHead {
        do throws(MayflyError) {
            return try answer(to: request, unless: isStopped, receive)
        } catch {
            // The rest of an answer would be taken for the next one.
            end()
            throw error
        }
    }

    /// Ends the process, which the next request starts again.
    package func end() {
        guard let process else { return }
        self.process = nil
        used += process.end()
    }

    /// The processor time of the processes that have ended.
    package private(set) var used = Duration.zero

    deinit { end() }

    private func answer(
        to request: FetchRequest,
        unless isStopped: (() -> Bool)?,
        _ receive: (FetchHead, [UInt8]) throws(MayflyError) -> Void
    ) throws(MayflyError) -> FetchHead {
        if process == nil { process = try FetchProcess(program) }
        guard let socket = process?.socket, send(request, to: socket) else {
            throw failure(request, "mayfly-fetch has ended")
        }
        let deadline = ContinuousClock.now + .seconds(request.seconds) + Self.grace
        var head: FetchHead?
        while true {
            func more(_ count: Int) throws(MayflyError) -> [UInt8] {
                try bytes(count, from: socket, request, until: deadline, unless: isStopped)
            }
            let header = try more(5)
            let count = header[1...].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard let frame = FetchRequest.Frame(rawValue: header[0]), count <= FetchRequest.largestFrame else {
                throw failure(request, "mayfly-fetch answers with something else")
            }
            let content = try more(count)
            switch frame {
            case .head: head = FetchHead(json: try value(content, request))
            case .data:
                guard let head else { throw failure(request, "mayfly-fetch answers with something else") }
                try receive(head, content)
            case .end:
                if case .text(let reason) = try value(content, request)["error"] { throw failure(request, reason) }
                guard let head else { throw failure(request, "there is no answer") }
                return head
            }
        }
    }

    private func send(_ request: FetchRequest, to socket: Int32) -> Bool {
        let bytes = Array((request.line + "\n").utf8) + request.body
        return mayfly_send_all(socket, bytes, bytes.count) == 0
    }

    private func bytes(
        _ count: Int,
        from socket: Int32,
        _ request: FetchRequest,
        until deadline: ContinuousClock.Instant,
        unless isStopped: (() -> Bool)?
    ) throws(MayflyError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            if isStopped?() == true { throw MayflyError.stopped }
            guard ContinuousClock.now < deadline else { throw failure(request, "mayfly-fetch does not answer") }
            var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, Self.step) > 0 else { continue }
            var part = [UInt8](repeating: 0, count: count - bytes.count)
            let found = mayfly_read(socket, &part, part.count)
            guard found > 0 else { throw failure(request, "mayfly-fetch has ended") }
            bytes += part.prefix(found)
        }
        return bytes
    }

    private func value(_ content: [UInt8], _ request: FetchRequest) throws(MayflyError) -> JSONValue {
        let reader = JSONReader(maximumBytes: FetchRequest.largestFrame, maximumDepth: 4)
        guard let value = try? reader.value(of: content) else {
            throw failure(request, "mayfly-fetch answers with something else")
        }
        return value
    }

    private func failure(_ request: FetchRequest, _ reason: String) -> MayflyError {
        MayflyError(.unreachable, "\(SafeText.line(request.url, limit: 300)): \(SafeText.line(reason, limit: 300))")
    }
}

/// The running program with the socket that is its input and output.
private final class FetchProcess {
    let socket: Int32
    private let id: pid_t

    init(_ program: String) throws(MayflyError) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw MayflyError(.launchFailed, "\(program): cannot be started: \(String(cString: strerror(errno)))")
        }
        let inherit = [
            mayfly_inherit(from: ends[1], to: 0), mayfly_inherit(from: ends[1], to: 1), mayfly_inherit(from: 2, to: 2),
        ]
        var id: pid_t = 0
        let status = withCStrings([program, String(getpid())]) { arguments in
            withCStrings(Self.environment) { environment in
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

    /// Ends the process, and gives the processor time that it has used. It is called once.
    func end() -> Duration {
        close(socket)
        kill(id, SIGKILL)
        var usage = rusage()
        while wait4(id, nil, 0, &usage) < 0, errno == EINTR {}
        let times = [usage.ru_utime, usage.ru_stime]
        return times.reduce(.zero) { $0 + .seconds($1.tv_sec) + .microseconds(Int64($1.tv_usec)) }
    }

    /// Where certificates and a proxy are, as the person has set it; nothing else of the environment.
    private static var environment: [String] {
        let names = [
            "SSL_CERT_FILE", "SSL_CERT_DIR", "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
            "no_proxy",
            "NO_PROXY",
        ]
        return names.compactMap { (name: String) in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    }
}
