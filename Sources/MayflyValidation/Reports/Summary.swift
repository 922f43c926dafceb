/// How many checks and bundles came out in which way.
package struct Summary: Sendable {
    private var bundles = 0
    private var failedBundles = 0
    private var counts: [String: Int] = [:]

    mutating func add(_ report: BundleReport) {
        bundles += 1
        if !report.isSuccess { failedBundles += 1 }
        for result in report.results { counts[result.verdict.name, default: 0] += 1 }
    }

    /// Whether all bundles passed, and there was one.
    package var isSuccess: Bool { bundles > 0 && failedBundles == 0 }

    /// One line that says the same as the exit status.
    package var line: String {
        guard bundles > 0 else { return "validate: failed: there was no bundle to check" }
        let what =
            isSuccess
            ? "\(bundles) bundle\(bundles == 1 ? "" : "s") passed"
            : "\(failedBundles) of \(bundles) bundle\(bundles == 1 ? "" : "s") failed"
        let parts = [
            count("failed", "check failed", "checks failed"), count("crashed", "crashed", "crashed"),
            "\(counts["passed"] ?? 0) passed", count("warning", "warning", "warnings"),
            count("skipped", "skipped", "skipped"),
        ]
        return "validate: \(what): " + parts.compactMap(\.self).joined(separator: ", ")
    }

    private func count(_ name: String, _ one: String, _ many: String) -> String? {
        guard let number = counts[name], number > 0 else { return nil }
        return "\(number) \(number == 1 ? one : many)"
    }
}
