internal import Glibc

/// A value that one thread at a time may touch.
///
/// The `Mutex` of the standard library does not work in here: it stores the number of each thread when that takes its first lock,
/// and in a fork of the zygote the number that the main thread stored is that of another process. The kernel finds no owner of
/// that number, and the thread that waits for the lock traps.
final class PthreadMutex<Value>: @unchecked Sendable {
    // Safe because the value is only touched while the mutex is held.
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
