internal import CMayflyLinux
internal import Glibc
internal import MayflyModel
internal import MayflySandbox

/// The first steps of a worker that a zygote has forked, up to the moment in which it is like one that was executed.
///
/// In a PID namespace it becomes two: process 1, which waits and says how the other ended, and the worker. As process 1 the
/// worker would not see its own signals: an abort or an alarm of the extension's would not end it.
struct WorkerBirth {
    let request: ZygoteRequest
    let sandbox: Sandbox

    func run() -> Never {
        place()
        // The host, which is the parent, may end at any moment; from here on the worker ends with it.
        guard mayfly_die_with_host() == 0, !isHostGone else { endProcess(status: 1) }
        // "0" is the process that writes.
        for group in request.groups where write(group, "0", 1) != 1 {
            refuse("the control group: \(String(cString: strerror(errno)))")
        }
        if let failure = sandbox.enter(bundle: request.bundleFolder, privateFolder: request.privateFolder) {
            refuse("\(failure.call): \(String(cString: strerror(-failure.result)))")
        }
        guard sandbox.report.isOn(.processes) else { begin() }
        var pidfd: Int32 = -1
        let worker = mayfly_fork(0, 0, &pidfd)
        guard worker >= 0 else { refuse("clone3: \(String(cString: strerror(-worker)))") }
        if worker == 0 { begin() }
        FirstProcess(worker: worker, pidfd: pidfd).watch()
    }

    /// Whether the host ended before its death could reach this process: its descriptors were closed then, and what it had
    /// sent lies in the socket still.
    private var isHostGone: Bool {
        var control = pollfd(fd: 3, events: 0, revents: 0)
        return poll(&control, 1, 0) == 1 && control.revents & Int16(POLLHUP) != 0
    }

    /// Gives the descriptors the numbers that a worker knows them by.
    private func place() {
        // Moved out of the way first, because a target may be the number of a source.
        let moved = request.files.map { fcntl($0, F_DUPFD, 64) }
        for (source, target) in zip(moved, [3, 4, 5, 1, Channel.boxDescriptor, FirstProcess.report]) {
            dup2(source, Int32(target))
        }
        dup2(1, 2)
    }

    private func begin() -> Never {
        if sandbox.report.isOn(.descriptors) { mayfly_close_from(FirstProcess.report) }
        Worker.begin { sandbox.close() }
    }

    /// Tells the host why there is no worker. More than four bytes are a reason; four are the end of one.
    private func refuse(_ reason: String) -> Never {
        let line = "cannot be entered: \(reason)"
        _ = mayfly_send_packet(FirstProcess.report, line, line.utf8.count, nil, 0)
        endProcess(status: 125)
    }
}
