package import MayflyWorkers

/// A machine that is never short of memory, so that the workers that linger in a test do not depend on what else runs.
package struct NoMemoryPressure: MemoryPressure {
    package init() {}

    package func watch(on loop: EventLoop, _ isShort: @escaping () -> Void) -> MemoryPressureWatch? { nil }
}
