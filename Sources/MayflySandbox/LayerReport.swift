internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
package import MayflyModel

/// Which layers hold, and why the others do not.
package struct LayerReport {
    private(set) var reasons: [SandboxLayer: String] = [:]
    /// Whether the user namespace has the user of workers (`WorkerContract.workerUser`).
    var mapsWorkers = false
    /// The layers that were asked for.
    let wanted: Set<SandboxLayer>

    init(wanted: Set<SandboxLayer>) {
        self.wanted = wanted
        for layer in SandboxLayer.allCases where !wanted.contains(layer) { reasons[layer] = SandboxLayer.switchedOff }
    }

    /// Whether the layer was asked for and holds.
    package func isOn(_ layer: SandboxLayer) -> Bool { reasons[layer] == nil }

    /// Applies one layer, if it is wanted. `body` returns the call that failed, by name, and its result; nil if all
    /// succeeded.
    mutating func apply(_ layer: SandboxLayer, _ body: () -> (call: String, result: Int32)?) {
        guard isOn(layer), let failure = body() else { return }
        reasons[layer] = "\(failure.call): \(String(cString: strerror(-failure.result)))"
    }

    /// A part of the layer of limits: when the machine is out of memory, the kernel ends this process and its children
    /// before the host and most programs of the person, but after a program that has half of the memory. Needs a
    /// `/proc`. If it fails, the other parts of the layer must still be applied.
    mutating func raiseMemoryScore() {
        apply(.limits) { firstFailure(["oom_score_adj": { mayfly_raise_memory_score(500) }]) }
    }

    /// Records that a layer does not hold, if it is wanted.
    mutating func noteMissing(_ layer: SandboxLayer, _ reason: String) {
        if isOn(layer) { reasons[layer] = reason }
    }

    /// Whether no layer is missing that the requirement needs.
    package func meets(_ requirement: SandboxRequirement) -> Bool { requirement.unmet(in: reasons).isEmpty }

    /// One line for each layer that does not hold: its name, a space and the reason.
    package var lines: String { SandboxLayer.lines(reasons) }
}

/// Makes the calls in order until one fails, and returns that one; nil if all succeed.
func firstFailure(_ calls: KeyValuePairs<String, () -> Int32>) -> (call: String, result: Int32)? {
    for (name, call) in calls {
        let result = call()
        if result < 0 { return (name, result) }
    }
    return nil
}
