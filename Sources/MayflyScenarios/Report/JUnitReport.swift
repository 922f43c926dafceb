internal import MayflyModel

/// Results as the XML that build servers read.
package struct JUnitReport {
    /// The whole document.
    package let xml: String

    package init(_ results: [ScenarioResult]) {
        let failed = results.count { if case .failed = $0.outcome { true } else { false } }
        let invalid = results.count { if case .invalid = $0.outcome { true } else { false } }
        let counts = "tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"\(invalid)\""
        let time = "time=\"\(results.reduce(Duration.zero) { $0 + $1.duration }.secondsText)\""
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts) \(time)>"]
        lines.append("  <testsuite name=\"mayfly test\" \(counts) skipped=\"0\" \(time)>")
        for result in results { lines += Self.lines(of: result) }
        lines += ["  </testsuite>", "</testsuites>", ""]
        xml = lines.joined(separator: "\n")
    }

    private static func lines(of result: ScenarioResult) -> [String] {
        let (file, name) = (XMLText.escaped(result.file), XMLText.escaped(result.name))
        let begin =
            "    <testcase classname=\"\(file)\" name=\"\(name)\" file=\"\(file)\" time=\"\(result.duration.secondsText)\""
        let (element, message): (String, String)
        switch result.outcome {
        case .passed: return [begin + "/>"]
        case .failed: (element, message) = ("failure", result.sentence)
        case .invalid: (element, message) = ("error", result.sentence)
        }
        let text = XMLText.escaped(result.report.joined(separator: "\n"))
        return [
            begin + ">", "      <\(element) message=\"\(XMLText.escaped(message))\">\(text)</\(element)>",
            "    </testcase>",
        ]
    }
}
