package import MayflyModel

/// The checks and their results as JSON.
package enum JSONReport {
    /// All checks as an array.
    package static func list(_ checks: [Check]) -> JSONValue { .list(checks.map(value)) }

    private static func value(of check: Check) -> JSONValue {
        .object([
            "id": .text(check.id), "level": .number(check.level), "area": .text(check.area.rawValue),
            "what": .text(check.what), "why": .text(check.why), "mending": .text(check.mending),
        ])
    }

    private static func value(of result: CheckResult) -> JSONValue {
        let messages = JSONValue.texts(result.verdict.lines.map { SafeText.line($0, limit: 400) })
        let milliseconds = JSONValue.number(Int(result.duration.milliseconds))
        return .object([
            "id": .text(result.check.id), "result": .text(result.verdict.name), "messages": messages,
            "milliseconds": milliseconds,
        ])
    }

    /// The results of one bundle.
    private static func value(of report: BundleReport) -> JSONValue {
        .object([
            "path": .text(report.path), "extension": .optional(report.identity), "passed": .boolean(report.isSuccess),
            "checks": .list(report.results.map(value)), "order": .texts(report.order),
            "refusedServers": .texts(report.refusedServers),
        ])
    }

    /// All of a validation.
    package static func value(of reports: [BundleReport], _ summary: Summary, seed: UInt64) -> JSONValue {
        .object([
            "passed": .boolean(summary.isSuccess), "summary": .text(summary.line), "seed": .text("\(seed)"),
            "bundles": .list(reports.map(value)),
        ])
    }
}
