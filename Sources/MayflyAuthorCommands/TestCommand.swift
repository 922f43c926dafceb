internal import ArgumentParser
internal import Foundation
internal import MayflyCommands
internal import MayflyModel
internal import MayflyScenarios

/// `mayfly test`: plays scenarios.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Play scenarios with an extension, and compare what is there with what they expect.",
        discussion: """
            A scenario is a YAML file; a folder stands for the scenarios in it. Each is played in a home folder of its own. The \
            status is 0 only if all were played and everything was as expected.
            """
    )

    @OptionGroup var sandboxing: ConfinementOptions
    @Argument(help: "The files of scenarios, or folders that have some.") var scenarios: [String] = []
    @Option(
        name: .customLong("extension"),
        help: ArgumentHelp("Use this bundle instead of those that the scenarios name.", valueName: "bundle")
    )
    var bundles: [String] = []
    @Option(help: ArgumentHelp("Write the results as JUnit XML into this file.", valueName: "file")) var junit: String?
    @Flag(help: "Print results as JSON, one object a line.") var json = false
    @Option(
        help: ArgumentHelp("Play only scenarios whose file or name this regular expression finds.", valueName: "re")
    )
    var only: String?
    @Option(help: ArgumentHelp("Play so many scenarios at the same time.", valueName: "n")) var jobs = 1
    @Option(help: ArgumentHelp("Begin the scenarios in the order that follows from this number.", valueName: "n"))
    var seed: UInt64?
    @Option(
        help: ArgumentHelp("Keep the home folders and the events of all scenarios in this folder.", valueName: "folder")
    )
    var keep: String?
    @Flag(help: "Write the pictures that scenarios compare, instead of comparing them.") var recordPictures = false

    func validate() throws {
        guard !scenarios.isEmpty else { throw ValidationError("name at least one scenario") }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs takes 1 to 64, not \(jobs)") }
        if let only, (try? Regex(only)) == nil {
            throw ValidationError("--only is no regular expression: '\(SafeText.line(only, limit: 80))'")
        }
    }

    mutating func run() async throws {
        let files = try ScenarioFiles.named(scenarios)
        let read = try chosen(files.map { file in Result { () throws(ScenarioError) in try scenario(in: file) } })
        if let keep { try Self.make(folder: keep) }
        let player = ScenarioPlayer(
            confinement: sandboxing.confinement,
            recordsPictures: recordPictures,
            keepingIn: keep.map { URL(filePath: $0).path }
        )
        let run = ScenarioRun(player, jobs: jobs, seed: seed)
        let results = try await Interruption.cancels { [json] in
            try await run.play(read) { result in
                Output.standard.write(lines: json ? [result.json.line] : result.report)
            }
        }
        if let junit { try Self.write(JUnitReport(results).xml, to: junit) }
        try tell(results)
    }

    private func scenario(in file: String) throws(ScenarioError) -> Scenario {
        try Scenario(path: file, bundles: bundles)
    }

    /// Those that `--only` finds. A file that cannot be read is judged by its path.
    private func chosen(_ read: [Result<Scenario, ScenarioError>]) throws -> [Result<Scenario, ScenarioError>] {
        guard let only else { return read }
        let expression = try Regex(only)
        let chosen = read.filter { result in
            let texts =
                switch result {
                case .success(let scenario): [scenario.file, scenario.name]
                case .failure(let error): [error.file]
                }
            return texts.contains { $0.firstMatch(of: expression) != nil }
        }
        guard !chosen.isEmpty else {
            throw MayflyError(
                .invalidInput,
                "--only '\(SafeText.line(only, limit: 80))' finds none of \(read.count) scenarios"
            )
        }
        return chosen
    }

    /// The last line, which says the same as the status.
    private func tell(_ results: [ScenarioResult]) throws {
        let failed = results.count { !$0.isPassed }
        if json {
            let summary = JSONValue.object([
                .init("result", .text(failed == 0 ? "passed" : "failed")),
                .init("passed", .number(JSONNumber(results.count - failed))),
                .init("failed", .number(JSONNumber(failed))),
            ])
            Output.standard.write(line: summary.line)
        } else {
            let all = "\(results.count) \(results.count == 1 ? "scenario" : "scenarios")"
            Output.standard.write(line: failed == 0 ? "passed: \(all)" : "failed: \(failed) of \(all)")
        }
        guard failed == 0 else { throw ReportedFailure(code: .notPossibleNow) }
    }

    private static func make(folder: String) throws(MayflyError) {
        let shown = SafeText.line(folder, limit: 400)
        let there = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard there.isEmpty else { throw MayflyError(.files, "the folder '\(shown)' of --keep is not empty") }
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw MayflyError(.files, "the folder '\(shown)' of --keep cannot be made")
        }
    }

    private static func write(_ text: String, to path: String) throws(MayflyError) {
        do { try Data(text.utf8).write(to: URL(filePath: path)) } catch {
            throw MayflyError(.files, "the report '\(SafeText.line(path, limit: 400))' cannot be written")
        }
    }
}
