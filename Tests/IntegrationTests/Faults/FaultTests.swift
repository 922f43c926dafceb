import Foundation
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Everything that a plugin may do wrong, each in a host of its own beside a healthy extension: the receipt says what it was,
/// the host goes on, the healthy one notices nothing, and nothing is left.
@Suite struct FaultTests {
    /// Most of a run is waiting.
    private static let gate = Turnstile(places: 4)
    private static let healthy = Result { try PluginWorkshop.bundle("puppet", options: ["-pthread"]) }

    @Test(arguments: FaultCase.due)
    func isContainedInTheSandbox(fault: FaultCase) async throws {
        try await check(fault, launcher: "zygote")
    }

    @Test(arguments: FaultCase.due.filter { !$0.needsSandbox })
    func isContainedByAProcessAlone(fault: FaultCase) async throws {
        try await check(fault, launcher: "exec")
    }

    @Test func everyFaultSaysWhatMustComeOfIt() {
        for fault in FaultCase.all {
            if case .failure(let error) = fault { Issue.record(error) }
        }
        #expect(FaultCase.all.count > 150)
    }

    private func check(_ fault: FaultCase, launcher: String) async throws {
        let report = try await Self.gate.pass {
            try await OwnThread.run {
                try FaultReport(of: fault, launcher: launcher, healthy: Self.healthy.get())
            }
        }
        expectReceipt(of: fault, report)
        for line in fault.says { #expect(report.said.contains(line), "not said: \(line)\n\(report.summary)") }
        for part in fault.saysInPart {
            #expect(report.said.contains { $0.contains(part) }, "not said: \(part)\n\(report.summary)")
        }
        #expect(report.left.isEmpty)
        expectHarmless(report.screen)
        guard !fault.killsHost else { return }
        #expect(report.status == 0, "\(report.summary)")
        expectUndisturbed(report.healthy)
    }

    private func expectReceipt(of fault: FaultCase, _ report: FaultReport) {
        if fault.killsHost {
            #expect(report.receipts.isEmpty && report.status == -SIGKILL, "\(report.summary)")
        } else if report.receipts.count == 1 {
            #expect(fault.expectations.contains { $0.isMet(by: report.receipts[0]) }, "\(report.summary)")
        } else {
            Issue.record("\(report.receipts.count) receipts\n\(report.summary)")
        }
    }

    /// A whole life, and every press of its button counted.
    private func expectUndisturbed(_ story: [String]) {
        let presses = story.filter { $0 == "didPerformAction" }
        #expect(presses.count >= 3)
        let counts = (1...max(presses.count, 1)).flatMap { ["didPerformAction", "count \($0)"] }
        #expect(
            story == [
                "spawned", "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear",
            ] + counts + [
                "viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive", "killed", "reaped",
                "finished",
            ]
        )
    }

    /// No command for a terminal, no change of direction.
    private func expectHarmless(_ screen: String) {
        let harmful = screen.unicodeScalars.first { scalar in
            scalar != "\n" && (scalar.properties.generalCategory == .control || (0x202A...0x202E) ~= scalar.value)
                || (0x2066...0x2069) ~= scalar.value
        }
        #expect(harmful == nil, "U+\(harmful.map { String($0.value, radix: 16) } ?? "") reaches the terminal")
    }
}
