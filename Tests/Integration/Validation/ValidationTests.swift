import Foundation
import MayflyTestSupport
import MayflyTesting
import MayflyValidation
import Testing

/// What `mayfly validate` finds, and what it does not find.
@Suite struct ValidationTests {
    /// The checks whose result depends on how busy the machine is, unless all limits are stretched.
    private static let timed: Set<String> = [
        "launch-in-time", "life-callbacks-in-time", "life-resigns-in-time", "life-transitions-in-time", "cost-launch",
    ]

    @Test func hasABrokenBundleForEachCheck() {
        #expect(Set(BrokenBundle.all.map(\.check)) == Set(Check.all.map(\.id)))
        #expect(BrokenBundle.all.count == Check.all.count)
    }

    @Test func describesEachCheck() {
        #expect(Set(Check.all.map(\.id)).count == Check.all.count)
        for check in Check.all {
            #expect(check.id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)+/) != nil, "\(check.id)")
            #expect((1...Check.mostLevel).contains(check.level), "\(check.id)")
            #expect(check.id.hasPrefix(Self.prefix(of: check)), "\(check.id)")
            for text in [check.what, check.why, check.mending] { #expect(text.hasSuffix("."), "\(check.id): \(text)") }
        }
    }

    private static func prefix(of check: Check) -> String {
        switch check.area {
        case .manifest: check.id.hasPrefix("icon-") ? "icon-" : "manifest-"
        case .conversation: "talk-"
        default: check.area.rawValue + "-"
        }
    }

    @Test(arguments: BrokenBundle.all + BrokenBundle.besides) func findsOneFault(of broken: BrokenBundle) async throws {
        let scratch = try ScratchFolder()
        let path = try broken.make(scratch)
        let isTimed = Self.timed.contains(broken.check)
        let report = try await Self.report(on: path, skip: broken.leavesOut, in: scratch, patience: isTimed ? 1 : 50)
        var found: [String: String] = [:]
        for result in report.results where !["passed", "skipped"].contains(result.verdict.name) {
            guard result.check.id == broken.check || !isTimed || !Self.timed.contains(result.check.id) else { continue }
            found[result.check.id] = result.verdict.name
        }
        let lines = report.results.filter { $0.verdict.name != "passed" }.map { "\($0.check.id): \($0.verdict)" }
        #expect(found == [broken.check: broken.verdict], "\(lines.joined(separator: "\n"))")
        #expect(report.isSuccess == (broken.verdict == "warning"))
    }

    @Test func findsNothingInAHealthyApp() async throws {
        let scratch = try ScratchFolder()
        let report = try await Self.report(on: try BrokenBundle.app(), in: scratch, patience: 50)
        let others = report.results.filter { $0.verdict != .passed && $0.check.area != .pack }
        #expect(others.map { "\($0.check.id): \($0.verdict)" } == ["manifest-stickers: \(Self.otherKind)"])
        #expect(report.isSuccess)
    }

    private static let otherKind = Verdict.skipped("it is about another kind of bundle than 'app'")

    @Test(arguments: ["Tally", "BurgerPoll", "IceCream", "Postcard", "Smileys"])
    func findsNoFault(inSample name: String) async throws {
        let scratch = try ScratchFolder()
        let report = try await Self.report(on: Samples.folder + "/\(name).mayfly", in: scratch, patience: 50)
        let faults = report.results.filter(\.verdict.isFailure).map { "\($0.check.id): \($0.verdict)" }
        #expect(faults == [])
        // The samples are built for this machine only.
        let warnings = report.results.filter { $0.verdict.name == "warning" }.map(\.check.id)
        #expect(warnings == (name == "Smileys" ? [] : ["library-platforms-there"]))
        #expect(report.isSuccess)
    }

    @Test func endsAnExtensionThatHangs() async throws {
        let scratch = try ScratchFolder()
        let path = try BrokenBundle.app(options: ["-DFAULT=hang_at_launch"])
        let report = try await Self.report(on: path, skip: "constructor", in: scratch, patience: 1)
        let opens = try #require(report.results.first { $0.check.id == "launch-opens" })
        #expect(opens.verdict.name == "crashed")
        #expect(opens.verdict.lines.first?.contains("did not answer viewDidLoad within") == true, "\(opens.verdict)")
        #expect(report.results.allSatisfy { !$0.verdict.isFailure || $0.check.id == "launch-opens" })
    }

    /// Nothing is called for a while where a person changes settings of which the extension does not want to know.
    @Test func theTimeBetweenCallbacksBelongsToNone() async throws {
        let scratch = try ScratchFolder()
        let path = try BrokenBundle.app(options: ["-DFAULT=no_delegates"])
        let report = try await Self.report(on: path, only: "life-callbacks-in-time", in: scratch, patience: 1)
        #expect(report.results.map(\.verdict) == [.passed])
    }

    @Test func whatCannotBeDoneIsLeftOut() async throws {
        let scratch = try ScratchFolder()
        func verdicts(_ fault: String, only: String) async throws -> [String: Verdict] {
            let path = try BrokenBundle.app(options: ["-DFAULT=\(fault)"])
            let report = try await Self.report(on: path, only: only, in: scratch, patience: 50)
            return Dictionary(uniqueKeysWithValues: report.results.map { ($0.check.id, $0.verdict) })
        }
        let delegates = try await verdicts("no_delegates", only: "^life-(swipes|settings|shrinks)$")
        #expect(
            delegates == [
                "life-swipes": .skipped("it has no didSwipe"),
                "life-settings": .skipped("it has no didChangeSettings"), "life-shrinks": .passed,
            ]
        )
        let calls = try await verdicts("no_stage", only: "^host-(refuses|fails)-calls$|^host-answers-")
        #expect(calls.count == 4)
        #expect(calls.values.allSatisfy { $0 == .skipped("it makes no call that this is about") }, "\(calls)")
    }

    @Test(arguments: [
        ("takes_any_version", "host-other-versions", "the extension answered version 1.0, which was not offered"),
        ("takes_newest", "host-newer", "the extension answered version 1.7, which it cannot know"),
    ])
    func namesTheVersionThatIsWrong(fault: String, check: String, reason: String) async throws {
        let scratch = try ScratchFolder()
        let path = try BrokenBundle.app(options: ["-DFAULT=\(fault)"])
        let report = try await Self.report(on: path, only: "^\(check)$", in: scratch, patience: 50)
        #expect(report.results.first?.verdict.lines.first?.hasSuffix(reason) == true, "\(report.results)")
    }

    @Test func reachesNoServerForAPersonWhoHasNotAgreed() async throws {
        let scratch = try ScratchFolder()
        let server = ["name": "network:server.test", "reason": "To find faults"]
        let path = try BrokenBundle.app(options: ["-DFAULT=asks_servers"], manifest: ["permissions": [server]])
        let report = try await Self.report(on: path, only: "^(view-taps|security)", in: scratch, patience: 50)
        #expect(report.refusedServers == ["network:server.test"])
        // The extension prints a line where it gets another answer.
        #expect(report.results.allSatisfy { $0.verdict == .passed }, "\(report.results.map(\.verdict))")
        let line = "  refused network:server.test: a check reaches no server, for no person has agreed to it"
        #expect(TextReport.lines(of: report).contains(line))
    }

    @Test func theSeedDecidesTheOrder() async throws {
        let scratch = try ScratchFolder()
        let path = try BrokenBundle.app()
        func order(_ seed: UInt64, jobs: Int) async throws -> [String] {
            let settings = RunSettings(folder: try scratch.makeFolder("runs"), jobs: jobs, seed: seed)
            let selection = try Selection(level: Check.mostLevel, only: "^(bundle|manifest|icon|library)-")
            var orders: [[String]] = []
            _ = try await Validator(selection, settings: settings).validate([path]) { orders.append($0.order) }
            return try #require(orders.first)
        }
        let listed = try await order(0, jobs: 1)
        #expect(listed == Check.all.map(\.id).filter(Set(listed).contains))
        let first = try await order(7, jobs: 1)
        #expect(first != listed)
        #expect(Set(first) == Set(listed))
        for jobs in [1, 4] { #expect(try await order(7, jobs: jobs) == first) }
        #expect(try await order(8, jobs: 1) != first)
    }

    private static func report(
        on path: String,
        only: String? = nil,
        skip: String? = nil,
        in scratch: ScratchFolder,
        patience: Int
    ) async throws -> BundleReport {
        try await HostPermits.withPermit {
            let settings = RunSettings(folder: try scratch.makeFolder("runs"), jobs: 1, patience: patience)
            let validator = Validator(try Selection(level: Check.mostLevel, only: only, skip: skip), settings: settings)
            var reports: [BundleReport] = []
            let summary = try await validator.validate([path]) { reports.append($0) }
            let report = try #require(reports.first)
            #expect(summary.isSuccess == report.isSuccess)
            #expect(try scratch.names("runs") == [])
            return report
        }
    }
}
