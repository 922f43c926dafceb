internal import Glibc

/// A value that only one thread at a time may access.
///
/// `Mutex` of the standard library does not work here. It stores the id of each thread at the thread's first lock.
/// After a fork of the zygote, the stored id of the main thread is that of another process; the kernel finds no thread
/// with this id that owns the lock, and the thread that waits for the lock traps.
final class PthreadMutex<Value>: @unchecked Sendable {
    // Safe because the value is only accessed while the mutex is locked.
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
