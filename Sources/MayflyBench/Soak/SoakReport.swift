internal import Foundation
package import MayflyModel

/// The result of a soak.
package struct SoakReport: Sendable {
    private let options: Soak.Options
    private let account: SoakLedger.Account
    private let samples: [SoakSample]
    private let growth: [SoakGrowth]
    private let time: Duration
    /// Resident memory after the allocator has returned its free memory, in KiB.
    private let trimmed: Int
    /// The findings, one line each: wrong ends, growth, and resources that remain at the end.
    package let findings: [String]
    /// The number of all findings; `findings` has only the first of them.
    package let findingCount: Int

    init(
        _ options: Soak.Options,
        _ account: SoakLedger.Account,
        _ samples: [SoakSample],
        left: [String],
        trimmed: Int,
        time: Duration
    ) {
        (self.options, self.account, self.samples, self.trimmed, self.time) = (options, account, samples, trimmed, time)
        growth = SoakSample.measures.compactMap { measure in
            SoakGrowth(measure.name, samples.map { ($0.launches, $0[keyPath: measure.value]) })
        }
        let grown = growth.filter(\.isGrowing).map { "\($0.name) grows from \($0.second) to \($0.last)" }
        let others = grown + left.map { "left at the end: \(SafeText.line($0, limit: 300))" }
        findings = account.findings + others
        findingCount = account.findingCount + others.count
    }

    package var launches: Int { account.launches }

    private var seconds: Double { time.inMicroseconds / 1_000_000 }

    // MARK: For people

    /// The lines below the table of samples.
    package var lines: [String] {
        let rate = String(format: "%.0f", Double(launches) / max(seconds, 0.001))
        let ends = account.ends.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\($0.value) \($0.key)" }
        return [
            "", "\(launches) launches in \(Int(seconds)) s, \(rate) a second; seed \(options.seed)",
            "ends: " + ends.joined(separator: ", "), "",
            "medians of the second and the last quarter of the samples:",
        ] + growth.map(\.line) + ["  rss_kib without what is free: \(trimmed)", ""]
            + (findings.isEmpty ? ["no findings"] : ["\(findingCount) findings:"] + findings.map { "  " + $0 })
    }

    // MARK: For programs

    package var json: JSONValue {
        .object([
            "seed": .text("\(options.seed)"),
            "at_once": .number(options.atOnce),
            "launches": .number(launches),
            "seconds": Figure.number(seconds),
            "ends": Self.object(account.ends.mapValues(JSONValue.number)),
            "growth": .list(growth.map(\.json)),
            "rss_trimmed_kib": .number(trimmed),
            "samples": .list(samples.map(\.json)),
            "lives": Self.object(
                account.lives.mapValues { count, time in
                    .object([
                        "count": .number(count), "mean_us": Figure.number(time.inMicroseconds / Double(max(count, 1))),
                    ])
                }
            ),
            "finding_count": .number(findingCount),
            "findings": .texts(findings),
        ])
    }

    private static func object(_ members: [String: JSONValue]) -> JSONValue {
        .object(members.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) })
    }
}

extension SoakGrowth {
    fileprivate var line: String {
        let words = String(format: "  %@: %.0f, %.0f (%+.2f per 1000 launches", name, second, last, perThousand)
        return words + (allowed.map { String(format: "; %.0f more allowed)", $0) } ?? ")")
    }

    fileprivate var json: JSONValue {
        .object([
            "name": .text(name), "second_quarter": Figure.number(second), "last_quarter": Figure.number(last),
            "per_1000": Figure.number(perThousand), "allowed": allowed.map(Figure.number) ?? .null,
            "growing": .boolean(isGrowing),
        ])
    }
}

extension SoakSample {
    fileprivate var json: JSONValue {
        .object(
            [
                JSONValue.Member("seconds", Figure.number(time.inMicroseconds / 1_000_000)),
                JSONValue.Member("launches", .number(launches)),
            ] + Self.measures.map { JSONValue.Member($0.name, .number(self[keyPath: $0.value])) }
        )
    }
}
