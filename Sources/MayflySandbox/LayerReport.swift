internal import Glibc
internal import MayflyABI
package import MayflyModel

/// Which layers hold, and why the others do not.
package struct LayerReport {
    private(set) var reasons: [SandboxLayer: String] = [:]
    /// The layers that were asked for.
    let wanted: Set<SandboxLayer>

    init(wanted: Set<SandboxLayer>) {
        self.wanted = wanted
        for layer in SandboxLayer.allCases where !wanted.contains(layer) { reasons[layer] = SandboxLayer.switchedOff }
    }

    /// Whether the layer was asked for and holds.
    package func isOn(_ layer: SandboxLayer) -> Bool { reasons[layer] == nil }

    /// Puts up one layer, if it is wanted. `body` gives the name of the call that failed and its result.
    mutating func raise(_ layer: SandboxLayer, _ body: () -> (call: String, result: Int32)?) {
        guard isOn(layer), let failure = body() else { return }
        reasons[layer] = "\(failure.call): \(String(cString: strerror(-failure.result)))"
    }

    /// Notes that a layer does not hold, if it is wanted.
    mutating func lack(_ layer: SandboxLayer, _ reason: String) {
        if isOn(layer) { reasons[layer] = reason }
    }

    /// Whether one does not hold that a required sandbox must have.
    package var lacksEssentials: Bool { reasons.keys.contains(where: \.isEssential) }

    /// One line for each layer that does not hold: its name, a space and the reason.
    package var lines: String { SandboxLayer.lines(reasons) }
}

/// Does calls until one fails, and gives that one.
func firstFailure(_ calls: KeyValuePairs<String, () -> Int32>) -> (call: String, result: Int32)? {
    for (name, call) in calls {
        let result = call()
        if result < 0 { return (name, result) }
    }
    return nil
}
