package import MayflyModel

extension ScenarioResult {
    /// What a person reads of it. Safe to show.
    package var report: [String] {
        let file = SafeText.line(file, limit: 400)
        switch outcome {
        case .passed:
            return ["passed  \(file) (\(steps.all) \(steps.all == 1 ? "step" : "steps"), \(duration.milliseconds) ms)"]
        case .invalid(let error): return ["FAILED  \(file)", "  \(error.text)"]
        case .failed(let failure):
            var lines = ["FAILED  \(file)"]
            lines.append("  \(failure.position.text): \(failure.place)")
            if let line = failure.step?.line { lines.append("    do:       \(SafeText.line(line))") }
            if let expected = failure.expected { lines.append("    expected: \(expected)") }
            lines.append("    \(failure.expected == nil ? "failed:  " : "there:   ") \(failure.actual)")
            if !failure.log.isEmpty { lines += ["    the last events:"] + failure.log.map { "      " + $0 } }
            return lines
        }
    }

    /// The same in one sentence, without the events.
    package var sentence: String {
        switch outcome {
        case .passed: return "passed"
        case .invalid(let error): return error.message
        case .failed(let failure):
            guard let expected = failure.expected else { return "\(failure.place): \(failure.actual)" }
            return "\(failure.place): it was expected that \(expected), but \(failure.actual)"
        }
    }

    /// One object for a program.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("file", .text(file)), .init("name", .text(name)), .init("result", .text(word)),
            .init("steps", .number(JSONNumber(steps.all))), .init("done", .number(JSONNumber(steps.done))),
            .init("milliseconds", .number(JSONNumber(Int(duration.milliseconds)))),
        ]
        switch outcome {
        case .passed: break
        case .invalid(let error):
            members += Self.members(of: error.position) + [.init("message", .text(error.message))]
        case .failed(let failure):
            members += Self.members(of: failure.position)
            if let step = failure.step {
                members += [.init("step", .number(JSONNumber(step.number))), .init("as", .text(step.device))]
            }
            members += [
                .init("expected", failure.expected.map(JSONValue.text) ?? .null), .init("there", .text(failure.actual)),
            ]
        }
        return .object(members)
    }

    private var word: String {
        switch outcome {
        case .passed: "passed"
        case .failed: "failed"
        case .invalid: "invalid"
        }
    }

    private static func members(of position: Position?) -> [JSONValue.Member] {
        [
            .init("line", position.map { .number(JSONNumber($0.line)) } ?? .null),
            .init("column", position.map { .number(JSONNumber($0.column)) } ?? .null),
        ]
    }
}

extension ScenarioResult.Failure {
    /// The step and the device.
    fileprivate var place: String {
        step.map { "step \($0.number), as \(SafeText.line($0.device, limit: 80))" } ?? "the scenario"
    }
}
