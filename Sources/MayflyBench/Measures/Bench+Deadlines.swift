internal import MayflyHost
internal import MayflyModel

extension Bench {
    /// The time from a missed deadline, and from a crash, to the reaped process.
    func measureDeadlines() async throws -> [Figure] {
        var (kill, spinning, frozen, crash) = (Series(), Series(), Series(), Series())
        for _ in 0..<plan.deadlines {
            kill.add(try floor.kill())
            spinning.add(try await overshoot(of: .loop))
            frozen.add(try await overshoot(of: .freeze))
            crash.add(try await launched(deadline).provoke(.crash))
        }
        return [
            Figure("overshoot.spinning", spinning, floor: kill),
            Figure("overshoot.frozen", frozen, floor: kill),
            Figure("crash.reaped", crash, floor: kill),
        ]
    }

    /// The time from the deadline to the reaped process, for an extension that does this instead of answering.
    func overshoot(of behaviour: Behaviour) async throws -> Duration {
        try await launched(deadline).provoke(behaviour) - deadline.callback
    }

    private var deadline: Policy {
        var policy = Policy.patient
        policy.callback = .milliseconds(20)
        return policy
    }

    /// An extension on screen. On a busy machine a callback of the launch can miss the short deadline, so it is tried again.
    private func launched(_ policy: Policy) async throws -> BenchSubject {
        for _ in 0..<10 {
            let subject = try stage.subject(.c, .zygoteSandbox, policy: policy)
            if (try? await subject.launch()) != nil { return subject }
        }
        let subject = try stage.subject(.c, .zygoteSandbox, policy: policy)
        _ = try await subject.launch()
        return subject
    }
}
