internal import MayflyModel

/// The workers that wait for the next launch.
extension ZygoteLauncher {
    /// How long after a launch the next worker is forked.
    private static let pause = Duration.milliseconds(5)

    /// Sees to it that a worker waits for the next launch of this runtime, once the launches of now are over: it is forked at
    /// nobody's cost but the machine's idle time.
    func replaceSpare(for runtime: Runtime) {
        switch replacements[runtime] {
        case .begun: return
        case .planned(let token): loop.cancel(token)
        case nil: break
        }
        let token = loop.schedule(after: Self.pause) { [weak self] in
            self?.assumeIsolated { $0.beginReplacement(for: runtime) }
        }
        replacements[runtime] = .planned(token)
    }

    private func beginReplacement(for runtime: Runtime) {
        replacements[runtime] = .begun(Task { await addSpare(for: runtime) })
    }

    package func settle() async {
        // Each is looked up when it is its turn: a plan may have come up meanwhile.
        for runtime in replacements.keys {
            if case .planned(let token) = replacements[runtime] {
                loop.cancel(token)
                beginReplacement(for: runtime)
            }
            if case .begun(let task) = replacements[runtime] { await task.value }
        }
        for spare in spares.values { await spare.settle() }
        await ControlGroups.settled()
    }

    private func addSpare(for runtime: Runtime) async {
        defer { replacements[runtime] = nil }
        // Whatever is wrong is told to the next launch, which then forks for itself.
        guard spares[runtime] == nil, let spare = try? await fork(runtime) else { return }
        spares[runtime] = spare
    }

    package func dropSpares() async {
        for runtime in replacements.keys {
            if case .planned(let token) = replacements[runtime] {
                loop.cancel(token)
                replacements[runtime] = nil
            }
            if case .begun(let task) = replacements[runtime] { await task.value }
        }
        let gone = spares.values
        spares = [:]
        for spare in gone { await spare.endAndWait() }
        await ControlGroups.settled()
    }
}
