internal import MayflyLinux

/// What a worker has at one moment; nil where the kernel does not say.
struct ProcessReadings: Sendable {
    let threads: Int?
    let descriptors: Int?
    let memoryKiB: Int?
    let wakeUps: Int?

    /// `launched` is the process that was launched for the worker: the worker itself, or process 1 of its PID namespace.
    init(of launched: Int32) {
        let process = ProcessStatus.worker(of: launched)
        threads = ProcessVitals.threads(of: process)
        descriptors = ProcessVitals.descriptors(of: process)
        memoryKiB = ProcessVitals.privateKiB(of: process)
        wakeUps = ProcessVitals.wakeUps(of: process)
    }
}
