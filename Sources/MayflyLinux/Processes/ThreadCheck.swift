internal import Glibc
package import MayflyModel

/// Checks that this process can make threads: without any, the runtime waits until it gets one, and says nothing.
package enum ThreadCheck {
    /// Makes this many threads at the same time and ends them.
    ///
    /// - Throws: `.launchFailed` with the reason, such as the user's limit of processes.
    package static func require(_ count: Int) throws(MayflyError) {
        let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(gate, nil)
        pthread_mutex_lock(gate)
        var threads: [pthread_t] = []
        var status: Int32 = 0
        while threads.count < count, status == 0 {
            var thread = pthread_t()
            status = pthread_create(&thread, nil, waitAtGate, gate)
            if status == 0 { threads.append(thread) }
        }
        pthread_mutex_unlock(gate)
        for thread in threads { pthread_join(thread, nil) }
        pthread_mutex_destroy(gate)
        gate.deallocate()
        guard status != 0 else { return }
        let limit = status == EAGAIN ? "; the limit of processes and threads is reached (see 'ulimit -u')" : ""
        throw MayflyError(.launchFailed, "no thread can be made: \(String(cString: strerror(status)))\(limit)")
    }

    private static let waitAtGate: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
        guard let gate = argument?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
        pthread_mutex_lock(gate)
        pthread_mutex_unlock(gate)
        return nil
    }
}
