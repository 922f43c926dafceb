internal import CMayflyLinux
internal import Glibc
internal import MayflyABI

/// The program `mayfly-worker`: a worker or a zygote, according to its arguments.
public enum WorkerProgram {
    /// Runs a worker or a zygote, according to the program's arguments (`WorkerArguments`).
    public static func run(arguments: [String]) -> Never {
        // The folder in which the host was started tells of the person. In a root of its own a worker has this one, too.
        guard chdir("/") == 0 else { endProcess(status: 1) }
        switch WorkerArguments(arguments.dropFirst()) {
        case .zygote(let service, let host, let layers, let runtime):
            Zygote.run(parent: host, layers: layers, runtime: runtime, service)
        case .worker(let host):
            guard mayfly_die_with_parent(host) == 0 else { endProcess(status: 1) }
            WorkerProcess.begin { 0 }
        case nil:
            let advice = "mayfly-worker is started by mayfly and does nothing on its own; see mayfly --help\n"
            _ = write(WorkerContract.errors, advice, advice.utf8.count)
            endProcess(status: 2)
        }
    }
}
