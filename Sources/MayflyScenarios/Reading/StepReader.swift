internal import MayflyCommands
internal import MayflyModel

/// Reads the steps of a scenario, in order.
struct StepReader {
    /// Names.
    private let devices: [String]
    private let patience: Duration
    private let hasExtension: Bool
    private var count = 0
    /// The device of the step before.
    private var device: String?

    init(devices: [String], patience: Duration, hasExtension: Bool) {
        (self.devices, self.patience, self.hasExtension) = (devices, patience, hasExtension)
        device = devices.first
    }

    mutating func step(_ node: ScenarioNode) throws(ScenarioError) -> ScenarioStep {
        count += 1
        let fields = try node.fields("a step", ScenarioKeys.step)
        if let node = fields["as"] {
            let name = try node.text("'as'")
            guard devices.contains(name) else { throw node.unknown("device", name, devices) }
            device = name
        }
        guard let device else { throw node.error("the step has no device") }
        let (line, deed) = try fields["do"].map { node throws(ScenarioError) in try self.deed(node) } ?? (nil, nil)
        let step = ScenarioStep(
            number: count,
            position: node.position,
            device: device,
            faults: try faults(fields),
            deed: deed,
            line: line,
            checks: try fields["expect"].map { node throws(ScenarioError) in try CheckReader.checks(node) } ?? [],
            patience: try fields["within"].map { node throws(ScenarioError) in try node.duration("'within'") }
                ?? patience
        )
        guard deed != nil || !step.faults.isEmpty || !step.checks.isEmpty else {
            throw node.error("the step does nothing; it has one of do, expect, kill, delivery, clock")
        }
        if deed == nil, let check = step.checks.first(where: { if case .error = $0.subject { true } else { false } }) {
            throw ScenarioError(check.position, "'error' is about the line of the step, but the step has no 'do'")
        }
        return step
    }

    private func deed(_ node: ScenarioNode) throws(ScenarioError) -> (line: String?, deed: ScenarioStep.Deed?) {
        let line = try node.text("'do'")
        guard !line.contains(where: \.isNewline) else { throw node.error("'do' is one line of a script") }
        if line == "open" {
            guard hasExtension else {
                throw node.error("'open' without a name opens the scenario's 'extension', which is missing")
            }
            return (line, .openFirst)
        }
        let step: ScriptStep?
        do throws(MayflyError) { step = try ScriptStep.reading(line) } catch { throw node.error(error.message) }
        guard let step else { throw node.error("'do' is a line of a script, not \(node.kind)") }
        return (line, step == .leave ? .leave : .line(step))
    }

    private func faults(_ fields: [String: ScenarioNode]) throws(ScenarioError) -> [ScenarioStep.Fault] {
        var faults: [ScenarioStep.Fault] = []
        if let node = fields["delivery"] {
            faults.append(.delivery(try node.word("'delivery'", ScenarioStep.Delivery.self)))
        }
        if let node = fields["clock"] { faults.append(.clock(try node.duration("'clock'"))) }
        if let node = fields["kill"] {
            let word = try node.text("'kill'")
            guard word == "worker" else { throw node.error("'kill' is 'worker', not \(node.kind)") }
            faults.append(.kill)
        }
        return faults
    }
}
