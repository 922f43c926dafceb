internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel
internal import MayflySandbox

/// A prepared process with one thread that makes workers by forking. It has loaded the runtime and prepared the
/// sandbox, so that no program is started for a worker.
///
/// It only waits for requests of the host, and ends with it. Workers are children of the host, not of the zygote, so
/// they do not end with it.
enum Zygote {
    static func run(parent: pid_t, layers: Set<SandboxLayer>, runtime: Runtime, _ service: ZygoteService) -> Never {
        guard mayfly_die_with_parent(parent) == 0 else { endProcess(status: 1) }
        mayfly_name_process("mayfly-zygote")
        // The libraries stay mapped, and their folders are visible in the workers' root. A worker loads a missing
        // library itself.
        for library in runtime.libraries { _ = dlopen(library, RTLD_NOW) }
        var sandbox = Sandbox(wanted: layers)
        // The warm-up saves time for later workers only, so a zygote for a single worker skips it.
        let warmUp = service == .many ? WarmUp(runtime) : nil
        warmUp?.run()
        sandbox.prepare()
        sandbox.confineZygote(isFiltered: service == .many)
        send(
            Table.zygoteReady.payload([
                "fingerprint": .unsigned(Table.fingerprint), "missing": .text(sandbox.report.lines),
            ])
        )
        while let request = ZygoteRequest.receive(from: WorkerContract.zygoteSocket) {
            launch(request, sandbox, warmUp)
            request.close()
        }
        endProcess()
    }

    private static func launch(_ request: ZygoteRequest, _ sandbox: Sandbox, _ warmUp: WarmUp?) {
        var pidfd: Int32 = -1
        let process = mayfly_fork(sandbox.namespaces, 1, &pidfd)
        if process == 0 {
            var worker = ForkedWorker(request: request, sandbox: sandbox, warmUp: warmUp)
            worker.run()
        }
        guard process > 0 else {
            let reason = "clone3: \(String(cString: strerror(-process)))"
            return send(Table.zygoteForked.payload(["process": .unsigned(0), "reason": .text(reason)]))
        }
        send(Table.zygoteForked.payload(["process": .unsigned(UInt64(process)), "reason": .null]), with: pidfd)
        close(pidfd)
    }

    private static func send(_ payload: [UInt8], with file: Int32? = nil) {
        var file = file ?? -1
        let result = payload.withUnsafeBytes {
            mayfly_send_packet(WorkerContract.zygoteSocket, $0.baseAddress, $0.count, &file, file < 0 ? 0 : 1)
        }
        if result < 0 { endProcess(status: 1) }
    }
}
