internal import ArgumentParser
internal import MayflyBench
internal import MayflyCommands
internal import MayflyModel

/// `mayfly bench`: measures the host on this machine.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure launches, round trips, terminations and memory of extensions on this machine.",
        discussion: """
            Each measurement alternates with that of a bare C program for the same work, so that the ratio to this \
            floor is reliable on a busy machine too. Figures are named <group>.<measure>; the groups are \
            \(Bench.groups.joined(separator: ", ")).
            """
    )

    @Flag(help: "Print one JSON array with an object for each figure.") var json = false
    @Flag(help: "Take only a few samples, to check that every measurement works.") var quick = false
    @Flag(help: "Exit with status 1 when a target is missed.") var strict = false
    @Option(help: ArgumentHelp("Measure these groups only, separated by commas.", valueName: "groups"))
    var only: String?
    @OptionGroup(title: "For a program that compares hosts") var driver: DriverOptions

    func validate() throws {
        if groups == [] { throw ValidationError("--only needs one or more groups, separated by commas") }
        for group in groups ?? [] where !Bench.groups.contains(group) {
            let known = Bench.groups.joined(separator: ", ")
            throw ValidationError("--only knows \(known), not '\(SafeText.line(group, limit: 40))'")
        }
    }

    func run() async throws {
        if let options = driver.options() {
            return try await Interruption.cancels {
                try await BenchDriver(options).run { Output.standard.write(line: $0.line) }
            }
        }
        let (groups, plan) = (groups, quick ? BenchPlan.quick : .full)
        let figures = try await Interruption.cancels {
            try await Bench(plan, wanted: { groups?.contains($0) ?? true }).run()
        }
        let missed = figures.filter(\.isMissed)
        if json {
            Output.standard.write(lines: ["["] + Self.joined(figures.map(\.json.line)) + ["]"])
        } else {
            Output.standard.write(lines: TextTable(header: Figure.columns, rows: figures.map(\.cells)).lines)
            Output.standard.write(line: "\n\(missed.count) of \(figures.count { $0.target != nil }) targets missed")
        }
        if strict, !missed.isEmpty {
            let names = missed.map(\.name).joined(separator: ", ")
            throw MayflyError(.notPossibleNow, "\(missed.count) targets missed: \(names)")
        }
    }

    private var groups: [String]? { only?.split(separator: ",").map(String.init) }

    private static func joined(_ lines: [String]) -> [String] {
        lines.enumerated().map { $0 + 1 < lines.count ? $1 + "," : $1 }
    }
}
