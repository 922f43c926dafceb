import Foundation
import MayflyFaults
import MayflyTestSupport
import Testing

/// A soak of a few hundred launches, as `make soak` runs one of a hundred thousand.
@Suite struct SoakTests {
    private struct Report: Decodable, Sendable {
        let launches: Int
        let ends: [String: Int]
        let samples: [[String: Double]]
        let findings: [String]
    }

    private static let titles = [
        "abort.c", "exit_zero.c", "not_utf8.c", "close_channel.c", "crash.c WHEN=viewDidLoad", "crash.c WHEN=didSwipe",
        "frame_length.c LENGTH=0x7FFFFFFF", "return_twice.c", "late_refusal.c", "endless_loop.c WHEN=viewDidLoad",
    ]

    /// Packs faults into a folder; `ends` are what they are said to come to.
    private static func pack(_ titles: [String], expecting ends: [String]? = nil) throws -> String {
        let folder = NSTemporaryDirectory() + "mayfly-soak-faults-\(UUID())"
        let icon = Checkout.folder.appending(path: "Plugins/Tally/icon.png").path
        for title in titles {
            let fault = try #require(FaultCase.readable.first { $0.title == title }, "\(title)")
            try FaultPacker(icon: icon, folder: folder).pack(fault, expecting: ends?.map { try FaultExpectation($0) })
        }
        return folder
    }

    private static func soak(_ faults: String, launches: Int) async throws -> (status: Int32, report: Report) {
        try await Tool.with { tool in
            let outcome = try await tool.run(
                "soak",
                "--launches",
                "\(launches)",
                "--seed",
                "7",
                "--at-once",
                "4",
                "--plugins",
                faults,
                "--json"
            )
            #expect(outcome.status == 0 || outcome.errors.contains("findings"), "\(outcome.errors)")
            return (outcome.status, try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)))
        }
    }

    @Test func healthyAndFaultyExtensionsLeaveTheHostAsItWas() async throws {
        let faults = try Self.pack(Self.titles)
        defer { try? FileManager.default.removeItem(atPath: faults) }
        let (status, report) = try await Self.soak(faults, launches: 300)
        #expect(report.findings.isEmpty, "\(report.findings)")
        #expect(status == 0)
        #expect(report.launches >= 300)
        #expect(report.ends.values.reduce(0, +) == report.launches)
        for cause in ["finished", "crashed", "protocolViolation"] {
            #expect(report.ends[cause, default: 0] > 0, "\(cause)")
        }
        #expect(report.samples.count == 41)
        for measure in ["descriptors", "processes", "mounts", "cgroups"] {
            #expect(Set(report.samples.map { $0[measure] }).count == 1, "\(measure)")
        }
        #expect(report.samples.allSatisfy { $0["rss_kib", default: 0] > 0 })
        #expect(report.samples.allSatisfy { $0["heap_kib", default: 0] > 0 } != Sanitizer.isHere)
    }

    @Test func anEndThatShouldBeAnotherIsAFinding() async throws {
        let faults = try Self.pack(["abort.c"], expecting: ["finished"])
        defer { try? FileManager.default.removeItem(atPath: faults) }
        let (status, report) = try await Self.soak(faults, launches: 100)
        #expect(status == 1)
        #expect(!report.findings.isEmpty)
        #expect(
            report.findings.allSatisfy { $0.contains("test.fault.abort-c") && $0.contains("signal=6") },
            "\(report.findings)"
        )
    }
}
