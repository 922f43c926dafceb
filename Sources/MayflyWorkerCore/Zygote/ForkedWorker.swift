internal import CMayflyLinux
internal import Glibc
internal import MayflyModel
internal import MayflySandbox

/// The first steps of a worker that a zygote has forked, up to the moment in which it is like one that was executed.
///
/// In a PID namespace it becomes two: process 1, which waits and says how the other ended, and the worker. As process 1 the
/// worker would not see its own signals: an abort or an alarm of the extension's would not end it.
///
/// All that does not depend on an extension comes before the worker is told of one: a launch does not wait for it.
struct ForkedWorker {
    /// Where the worker is told of its extension, and where the host is told of the worker: by process 1 which one it is and
    /// how it ended, by the worker that it waits, or why there is none.
    static let link: Int32 = 7

    let request: ZygoteRequest
    var sandbox: Sandbox
    let warmUp: WarmUp?

    mutating func run() -> Never {
        // The host, which is the parent, may end at any moment; from here on the worker ends with it.
        guard mayfly_die_with_host() == 0, !isHostGone else { endProcess(status: 1) }
        // The zygote is not; the host looks at the memory of workers.
        _ = mayfly_be_readable()
        let failures = request.groups.map { write($0, "0", 1) == 1 ? nil : String(cString: strerror(errno)) }
        place()
        if let failure = failures.compactMap(\.self).first { Self.refuse("the control group: \(failure)") }
        if let failure = sandbox.prepareWorker() { Self.refuse(failure) }
        if sandbox.report.isOn(.processes) { split() }
        waitAndBegin()
    }

    /// Whether the host ended before its death could reach this process: its descriptors were closed then.
    private var isHostGone: Bool {
        var link = pollfd(fd: request.link, events: 0, revents: 0)
        return poll(&link, 1, 0) == 1 && link.revents & Int16(POLLHUP) != 0
    }

    /// Keeps the link and nothing else of what the zygote had: only the zygote may hold its socket, whose end is its death.
    private func place() {
        // Moved out of the way first, because its number may be below.
        let moved = fcntl(request.link, F_DUPFD, Self.link + 1)
        request.close()
        close(Zygote.descriptor)
        dup2(moved, Self.link)
        close(moved)
    }

    /// Goes on as the worker; stays behind as process 1.
    private func split() {
        var pidfd: Int32 = -1
        let worker = mayfly_fork(0, 0, &pidfd)
        guard worker >= 0 else { Self.refuse("clone3: \(String(cString: strerror(-worker)))") }
        guard worker == 0 else { FirstProcess(worker: worker, pidfd: pidfd, sandbox: sandbox).watch() }
    }

    private func waitAndBegin() -> Never {
        mayfly_name_process("mayfly-spare")
        // Pages that a worker's life writes to are this process's own from here on.
        warmUp?.play()
        var ready: UInt8 = 0
        _ = mayfly_send_packet(Self.link, &ready, 1, nil, 0)
        guard let order = StartRequest.receive(from: Self.link) else { endProcess() }
        mayfly_name_process("mayfly-worker")
        order.place()
        if let failure = sandbox.enter(bundle: order.bundleFolder, privateFolder: order.privateFolder) {
            Self.refuse(failure)
        }
        if sandbox.report.isOn(.descriptors) { mayfly_close_from(Self.link) }
        WorkerProcess.begin { sandbox.close() }
    }

    private static func refuse(_ failure: (call: String, result: Int32)) -> Never {
        refuse("\(failure.call): \(String(cString: strerror(-failure.result)))")
    }

    /// Tells the host why there is no worker. More than four bytes are a reason; four are the end of one.
    private static func refuse(_ reason: String) -> Never {
        let line = "cannot be entered: \(reason)"
        _ = mayfly_send_packet(link, line, line.utf8.count, nil, 0)
        endProcess(status: 125)
    }
}
