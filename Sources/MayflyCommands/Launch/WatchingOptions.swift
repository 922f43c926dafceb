internal import ArgumentParser
internal import MayflyModel
internal import MayflyTracing
internal import MayflyWorkers

/// The options of an author who wants to see, or keep, what crosses the border.
struct WatchingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write every call between host and extension into this file while it happens; see 'mayfly trace'.",
            valueName: "file"
        )
    )
    var trace: String?
    @Option(help: ArgumentHelp("With --trace: text, or json for Chrome and Perfetto.", valueName: "format"))
    var format: TraceFormat?
    @Option(help: ArgumentHelp("Record the run into this file, for 'mayfly replay'.", valueName: "file"))
    var record: String?
    @Flag(
        help:
            "With --record: keep people, texts and files as they are. Without it, others of the same size stand for them."
    )
    var keepData = false

    func validate() throws {
        guard trace != nil || format == nil else { throw ValidationError("--format needs --trace") }
        guard record != nil || !keepData else { throw ValidationError("--keep-data needs --record") }
        guard trace == nil || trace != record else {
            throw ValidationError("--trace and --record need different files")
        }
    }

    /// Runs `body` with what watches launches; nil for nothing. Throws where not all of it could be written.
    func watching<Result>(_ body: ((any LaunchWatcher)?) async throws -> Result) async throws -> Result {
        var writers: [any LaunchWriter] = []
        if let trace { writers.append(try TraceFile(path: trace, format: format ?? .text)) }
        if let record { writers.append(try RecordFile(path: record, keepsData: keepData)) }
        guard !writers.isEmpty else { return try await body(nil) }
        let journal = LaunchJournal(writers)
        let result: Result
        do {
            result = try await body(journal)
        } catch {
            // The failure of the run decides the status.
            for problem in journal.finish() { Output.complain(problem.message) }
            throw error
        }
        if let problem = journal.finish().first { throw problem }
        return result
    }
}

extension TraceFormat: ExpressibleByArgument {}
