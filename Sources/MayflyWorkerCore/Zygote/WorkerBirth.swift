internal import CMayflyLinux
internal import Glibc
internal import MayflyModel

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
        _ = mayfly_die_with_host()
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
        mayfly_close_from(FirstProcess.report)
        Worker.begin { sandbox.close() }
    }

    /// Says on the worker's output why there is none; the host shows it and sees the process end.
    private func refuse(_ reason: String) -> Never {
        let line = "the sandbox cannot be entered: \(reason)\n"
        _ = write(2, line, line.utf8.count)
        endProcess(status: 125)
    }
}
