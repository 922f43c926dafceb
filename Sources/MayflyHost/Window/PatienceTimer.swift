internal import MayflyWorkers

/// Tells a window when an act has waited for deliveries for long enough.
///
/// One timer is enough: whoever is told and has acts that still wait starts it again.
actor PatienceTimer {
    private let loop: EventLoop
    private let fired: @Sendable () -> Void
    private var token: EventLoop.Token?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// `fired` is called each time that the timer has run down.
    init(loop: EventLoop, fired: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.fired = fired
    }

    isolated deinit {
        if let token { loop.cancel(token) }
    }

    /// Starts the timer, unless it runs.
    func start(after delay: Duration) {
        guard token == nil else { return }
        token = loop.schedule(after: delay) { [weak self] in
            self?.assumeIsolated { timer in
                timer.token = nil
                timer.fired()
            }
        }
    }
}
