internal import MayflyHost

extension Bench {
    /// How long after its deadline an extension that does not answer is reaped.
    func measureDeadlines() async throws -> [Figure] {
        var policy = Policy.patient
        policy.callback = .milliseconds(20)
        var (spinning, frozen, crash) = (Series(), Series(), Series())
        for _ in 0..<plan.deadlines {
            for behaviour in [Behaviour.loop, .freeze, .crash] {
                let subject = try await launched(policy)
                let time = await subject.provoke(behaviour)
                switch behaviour {
                case .loop: spinning.add(time - policy.callback)
                case .freeze: frozen.add(time - policy.callback)
                case .crash: crash.add(time)
                }
            }
        }
        return [
            Figure("overshoot.spinning", spinning, target: .p99(below: 5000)),
            Figure("overshoot.frozen", frozen, target: .p99(below: 5000)),
            Figure("crash.reaped", crash),
        ]
    }

    /// An extension on screen. On a busy machine a callback of its launch may miss the short deadline by itself.
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
