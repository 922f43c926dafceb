internal import MayflyWorkers

/// A machine that is never short of memory, so that the workers that linger in a test do not depend on what else runs.
struct NoMemoryPressure: MemoryPressure {
    func watch(on loop: EventLoop, _ isShort: @escaping () -> Void) -> MemoryPressureWatch? { nil }
}
