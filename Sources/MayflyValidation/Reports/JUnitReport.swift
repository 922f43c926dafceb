internal import MayflyModel

/// The results in the XML of JUnit, which servers for continuous integration read.
///
/// A bundle is a test suite and a check a test case. A warning is a passed case with its text as output.
package enum JUnitReport {
    /// The whole file.
    package static func xml(of reports: [BundleReport]) -> String {
        let suites = reports.map(suite).joined()
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(suites)</testsuites>\n"
    }

    private static func suite(_ report: BundleReport) -> String {
        let seconds = report.results.reduce(Duration.zero) { $0 + $1.duration }
        let head =
            "  <testsuite name=\"\(XMLText.escaped(report.path))\" tests=\"\(report.results.count)\""
            + " failures=\"\(report.count("failed"))\" errors=\"\(report.count("crashed"))\""
            + " skipped=\"\(report.count("skipped"))\" time=\"\(seconds.secondsText)\">\n"
        let output = TextReport.refusal(in: report).map { "    <system-out>\(XMLText.escaped($0))</system-out>\n" }
        return head + report.results.map(testCase).joined() + (output ?? "") + "  </testsuite>\n"
    }

    private static func testCase(_ result: CheckResult) -> String {
        let text = XMLText.escaped(result.verdict.lines.map { SafeText.line($0, limit: 400) }.joined(separator: "; "))
        let head =
            "    <testcase classname=\"\(result.check.area.rawValue)\" name=\"\(result.check.id)\""
            + " time=\"\(result.duration.secondsText)\""
        let inner: String
        switch result.verdict {
        case .passed: return head + "/>\n"
        case .failed:
            let mending = XMLText.escaped("To mend it: \(result.check.mending)")
            inner = "<failure message=\"\(text)\">\(mending)</failure>"
        case .crashed: inner = "<error message=\"\(text)\"/>"
        case .skipped: inner = "<skipped message=\"\(text)\"/>"
        case .warning: inner = "<system-out>warning: \(text)</system-out>"
        }
        return "\(head)>\n      \(inner)\n    </testcase>\n"
    }
}
