internal import ArgumentParser
internal import Foundation
internal import MayflyBench
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyHost
internal import MayflyModel

/// `mayfly soak`: checks the host for leaks under a long random load.
struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Run healthy and faulty extensions at random and check the host for leaks.",
        discussion: """
            Ends with status 1 if an extension does not end as expected, if a resource of the host grows, or if \
            resources are left at the end.
            """
    )

    @Option(parsing: .unconditional, help: ArgumentHelp("End after this time.", valueName: "n")) var minutes: Double?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("End after this many launches, but not before the warm-up is done.", valueName: "n")
    ) var launches: Int?
    @Option(parsing: .unconditional, help: "The seed of the random choices.") var seed: UInt64?
    @Option(parsing: .unconditional, help: ArgumentHelp("How many extensions are used at once.", valueName: "n"))
    var atOnce = 8
    @Option(
        help: ArgumentHelp(
            "The folder of faulty extensions that 'make soak' packs (default: 'faults' beside the program, if it exists).",
            valueName: "folder"
        )
    )
    var plugins: String?
    @Flag(help: "Print one JSON object at the end.") var json = false

    func validate() throws {
        if let minutes, !(minutes > 0 && minutes <= 10_080) {
            throw ValidationError("--minutes takes more than 0 and at most 10080, not \(minutes)")
        }
        if let launches, !(1...1_000_000_000).contains(launches) {
            throw ValidationError("--launches takes 1 to 1000000000, not \(launches)")
        }
        guard (1...64).contains(atOnce) else { throw ValidationError("--at-once takes 1 to 64, not \(atOnce)") }
        guard let plugins else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: plugins)) ?? []
        guard names.contains(where: { $0.hasSuffix(ExtensionBundle.folderSuffix) }) else {
            throw ValidationError("--plugins takes a folder with bundles, and '\(SafeText.line(plugins))' has none")
        }
    }

    func run() async throws {
        let soak = try Soak(options())
        if !json { Output.standard.write(line: "\(soak.faultCount) faulty extensions, seed \(soak.seed)\n") }
        let isQuiet = json
        let report = try await Interruption.cancels {
            try await soak.run { line in if !isQuiet { Output.standard.write(line: line) } }
        }
        if json {
            Output.standard.write(line: report.json.line)
        } else {
            Output.standard.write(lines: report.lines)
        }
        guard report.findingCount > 0 else { return }
        throw MayflyError(.notPossibleNow, "the soak has \(report.findingCount) findings")
    }

    private func options() throws -> Soak.Options {
        let beside = try ExtensionHost.program("faults")
        let found = FileManager.default.fileExists(atPath: beside) ? beside : nil
        let samples = ["Tally", "BurgerPoll", "IceCream"].compactMap { name in
            try? ExtensionBundle.read(ExtensionHost.program("plugins/\(name).mayfly"))
        }
        return Soak.Options(
            launches: launches,
            // Without either option the run is short.
            time: minutes.map { .seconds($0 * 60) } ?? (launches == nil ? .seconds(60) : nil),
            seed: seed ?? UInt64.random(in: 0...UInt64(UInt32.max)),
            atOnce: atOnce,
            faults: plugins ?? found,
            samples: samples
        )
    }
}
