/// Results as the XML that build servers read.
package struct JUnitReport {
    /// The whole document.
    package let xml: String

    package init(_ results: [ScenarioResult]) {
        let failed = results.count { if case .failed = $0.outcome { true } else { false } }
        let invalid = results.count { if case .invalid = $0.outcome { true } else { false } }
        let counts = "tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"\(invalid)\""
        let time = "time=\"\(Self.seconds(results.reduce(.zero) { $0 + $1.duration }))\""
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(counts) \(time)>"]
        lines.append("  <testsuite name=\"mayfly test\" \(counts) skipped=\"0\" \(time)>")
        for result in results { lines += Self.lines(of: result) }
        lines += ["  </testsuite>", "</testsuites>", ""]
        xml = lines.joined(separator: "\n")
    }

    private static func lines(of result: ScenarioResult) -> [String] {
        let (file, name) = (XMLText.escaped(result.file), XMLText.escaped(result.name))
        let begin =
            "    <testcase classname=\"\(file)\" name=\"\(name)\" file=\"\(file)\" time=\"\(seconds(result.duration))\""
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

    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.milliseconds
        let rest = "\(1000 + milliseconds % 1000)".dropFirst()
        return "\(milliseconds / 1000).\(rest)"
    }
}

extension Duration {
    /// Rounded down, at least 0.
    var milliseconds: Int64 {
        max(0, components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
