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
            "  <testsuite name=\"\(escaped(report.path))\" tests=\"\(report.results.count)\""
            + " failures=\"\(report.count("failed"))\" errors=\"\(report.count("crashed"))\""
            + " skipped=\"\(report.count("skipped"))\" time=\"\(time(seconds))\">\n"
        return head + report.results.map(testCase).joined() + "  </testsuite>\n"
    }

    private static func testCase(_ result: CheckResult) -> String {
        let text = escaped(result.verdict.lines.map { SafeText.line($0, limit: 400) }.joined(separator: "; "))
        let head =
            "    <testcase classname=\"\(result.check.area.rawValue)\" name=\"\(result.check.id)\""
            + " time=\"\(time(result.duration))\""
        let inner: String
        switch result.verdict {
        case .passed: return head + "/>\n"
        case .failed: inner = "<failure message=\"\(text)\">To mend it: \(escaped(result.check.mending))</failure>"
        case .crashed: inner = "<error message=\"\(text)\"/>"
        case .skipped: inner = "<skipped message=\"\(text)\"/>"
        case .warning: inner = "<system-out>warning: \(text)</system-out>"
        }
        return "\(head)>\n      \(inner)\n    </testcase>\n"
    }

    private static func time(_ duration: Duration) -> String {
        let milliseconds = Int(duration / .milliseconds(1))
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// Text for an attribute or an element; what XML cannot have is shown as `SafeText` does.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in SafeText.line(text, limit: 4000) {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
