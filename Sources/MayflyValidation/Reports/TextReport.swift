internal import MayflyModel

/// What a person reads of the checks of a bundle: all that did not pass, and why.
package enum TextReport {
    private static let longestLine = 400

    /// The lines of one bundle, safe to show.
    package static func lines(of report: BundleReport) -> [String] {
        let identity = report.identity.map { " (\($0))" } ?? ""
        var lines = [SafeText.line(report.path, limit: longestLine) + identity]
        for result in report.results where result.verdict.isFailure || result.verdict.name == "warning" {
            let found = result.verdict.lines.map { SafeText.line($0, limit: longestLine) }
            lines.append("  \(result.verdict.name) \(result.check.id): \(found.first ?? result.check.what)")
            lines += found.dropFirst().map { "    \($0)" }
            lines.append("    \(result.check.why)")
            lines.append("    To mend it: \(result.check.mending)")
        }
        lines += skipped(report)
        if let line = refusal(in: report) { lines.append("  " + line) }
        return lines + ["  \(outcome(of: report))"]
    }

    /// The servers that were not reached; nil where the extension asked for none.
    static func refusal(in report: BundleReport) -> String? {
        guard !report.refusedServers.isEmpty else { return nil }
        let names = report.refusedServers.map { SafeText.line($0, limit: 80) }.joined(separator: ", ")
        return "refused \(names): a check reaches no server, for no person has agreed to it"
    }

    /// Skipped checks by their reason.
    private static func skipped(_ report: BundleReport) -> [String] {
        var (reasons, ids): ([String], [String: [String]]) = ([], [:])
        for result in report.results {
            guard case .skipped(let reason) = result.verdict else { continue }
            if ids[reason] == nil { reasons.append(reason) }
            ids[reason, default: []].append(result.check.id)
        }
        return reasons.map { reason in
            let all = ids[reason] ?? []
            let names = all.prefix(3).joined(separator: ", ") + (all.count > 3 ? " and \(all.count - 3) more" : "")
            return "  skipped \(names): \(SafeText.line(reason, limit: longestLine))"
        }
    }

    private static func outcome(of report: BundleReport) -> String {
        guard report.count("passed") + report.count("warning") + report.count("failed") + report.count("crashed") > 0
        else { return "failed: no check could be carried out" }
        return report.isSuccess ? "passed" : "failed"
    }

    /// The checks as a list: id, level, area and what is looked at.
    package static func rows(of checks: [Check]) -> [[String]] {
        checks.map { [$0.id, "\($0.level)", $0.area.rawValue, $0.what] }
    }

    package static let header = ["CHECK", "LEVEL", "AREA", "WHAT IS CHECKED"]
}
