import Foundation
import MayflyFaults
import MayflyLinux
import MayflyModel
import MayflyTesting
import Testing

/// Everything that a plugin may do wrong, each in a host of its own beside a healthy extension: the receipt says what it was,
/// the host goes on, the healthy one notices nothing, and nothing is left.
@Suite struct FaultTests {
    @Test(arguments: FaultCase.chosen)
    func isContainedInTheSandbox(fault: FaultCase) async throws {
        try await check(fault, confinement: "zygote")
    }

    @Test(arguments: FaultCase.chosen.filter { !$0.needsSandbox })
    func isContainedByAProcessAlone(fault: FaultCase) async throws {
        try await check(fault, confinement: "bare")
    }

    @Test func everyFaultSaysWhatMustComeOfIt() {
        for fault in FaultCase.all {
            if case .failure(let error) = fault { Issue.record(error) }
        }
        #expect(FaultCase.all.count > 150)
    }

    private func check(_ fault: FaultCase, confinement: String) async throws {
        let report = try await FaultReport.permits.withPermit {
            try await OwnThread.run {
                try FaultReport(of: fault, confinement: confinement, healthy: FaultReport.neighbour(of: fault.file))
            }
        }
        expectReceipt(of: fault, report)
        for line in fault.says { #expect(report.said.contains(line), "not said: \(line)\n\(report.summary)") }
        for part in fault.saysInPart {
            #expect(report.said.contains { $0.contains(part) }, "not said: \(part)\n\(report.summary)")
        }
        if let growth = fault.growth {
            let sizes = report.databaseSizes
            try #require(sizes.count == 2)
            #expect(sizes[1] - sizes[0] < growth, "\(report.summary)")
        }
        report.expectNothingLeft()
        if !fault.killsHost { report.expectUndisturbed() }
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
}
