internal import ArgumentParser
internal import Foundation
internal import MayflyCommands
internal import MayflyLinux
internal import MayflyModel
internal import MayflyValidation

/// `mayfly validate`: checks bundles.
struct ValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check bundles as their users would find them.",
        discussion: """
            Checks of files read the bundle only. The others open the extension, each time in a sandboxed process of its \
            own and a new home folder. Documentation/validate.md describes each check. The command ends with status 0 when \
            all bundles passed, and with 1 otherwise: also without a bundle at a path, and where nothing could be checked.
            """
    )

    @Argument(help: "The paths of bundles, or of folders with bundles.") var paths: [String] = []
    @Option(help: ArgumentHelp("Only checks whose id matches the regular expression.", valueName: "re")) var only:
        String?
    @Option(help: ArgumentHelp("No check whose id matches the regular expression.", valueName: "re")) var skip: String?
    @Option(help: "Checks up to this level, from 1 (quick) to 10 (all).") var level = 5
    @Flag(help: "Print a JSON object.") var json = false
    @Option(help: ArgumentHelp("Also write the results as XML of JUnit.", valueName: "file")) var junit: String?
    @Option(help: "The largest number of checks at a time.") var jobs = 2
    @Option(help: "Decides the order of checks and taps; 0 takes that of the list.") var seed: UInt64 = 0
    @Flag(help: "List the checks instead.") var list = false

    private static let mostJobs = 32

    func validate() throws {
        if !list, paths.isEmpty { throw ValidationError("name the path of a bundle, or --list") }
        if list, !paths.isEmpty { throw ValidationError("--list takes no paths") }
        guard (1...Self.mostJobs).contains(jobs) else {
            throw ValidationError("--jobs must be 1 to \(Self.mostJobs), found \(jobs)")
        }
        guard junit?.isEmpty != true else { throw ValidationError("--junit must name a file") }
        do {
            _ = try selection()
        } catch {
            throw ValidationError(error.message)
        }
    }

    func run() async throws {
        guard !list else { return show(try selection().checks) }
        let scratch = try ScratchFolder("mayfly-validate-", in: FileManager.default.temporaryDirectory.path)
        let settings = RunSettings(folder: scratch.path, jobs: jobs, seed: seed)
        let outcome: Result<Summary, any Error>
        do {
            outcome = .success(try await check(settings))
        } catch {
            outcome = .failure(error)
        }
        scratch.remove()
        guard try outcome.get().isSuccess else { throw ReportedFailure(code: .invalidInput) }
    }

    /// Checks all, and prints and writes the results.
    private func check(_ settings: RunSettings) async throws -> Summary {
        let validator = Validator(try selection(), settings: settings)
        let (paths, json) = (paths, json)
        if seed != 0, !json { Output.standard.write(line: "the order is that of the seed \(seed)") }
        let (reports, summary) = try await Interruption.cancels {
            var reports: [BundleReport] = []
            let summary = try await validator.validate(paths.flatMap(Validator.bundles)) { report in
                reports.append(report)
                if !json { Output.standard.write(wrapping: TextReport.lines(of: report)) }
            }
            return (reports, summary)
        }
        if let junit { try write(JUnitReport.xml(of: reports), to: junit) }
        let line = json ? JSONReport.value(of: reports, summary, seed: seed).line : summary.line
        Output.standard.write(line: line)
        return summary
    }

    private func selection() throws(MayflyError) -> Selection {
        try Selection(level: list ? Check.mostLevel : level, only: only, skip: skip)
    }

    private func show(_ checks: [Check]) {
        guard !json else { return Output.standard.write(line: JSONReport.list(checks).line) }
        let table = TextTable(header: TextReport.header, rows: TextReport.rows(of: checks))
        Output.standard.write(wrapping: table.lines)
    }

    private func write(_ text: String, to path: String) throws(MayflyError) {
        do {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            let shown = SafeText.line(path, limit: 300)
            throw MayflyError(.files, "\(shown): cannot be written: \(error.localizedDescription)", cause: error)
        }
    }
}
