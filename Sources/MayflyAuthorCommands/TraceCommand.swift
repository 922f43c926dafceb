internal import ArgumentParser
internal import MayflyCommands
internal import MayflyModel
internal import MayflyTracing

/// `mayfly trace`: prints what crossed the border, or compares two runs.
struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Print a trace or a record, or compare two.",
        discussion: """
            A trace is a file of 'mayfly launch --trace', in either form; a record is one of 'mayfly launch --record'. Two are \
            compared by their calls: not by times, nor by identifiers that are drawn at random. The status is 1 where they differ.
            """
    )

    @Argument(help: ArgumentHelp("The file, or with --diff two files.", valueName: "file")) var files: [String]
    @Flag(help: "Compare two files, and print the calls that one of them lacks.") var diff = false
    @Option(help: ArgumentHelp("text, or json for Chrome and Perfetto.", valueName: "format"))
    var format: TraceFormat = .text
    @Option(help: ArgumentHelp("Write into this file instead of printing.", valueName: "file")) var output: String?

    func validate() throws {
        guard files.count == (diff ? 2 : 1) else {
            let wanted = diff ? "--diff needs two files" : "one file is printed"
            throw ValidationError("\(wanted), found \(files.count)")
        }
        guard !diff || output == nil && format == .text else {
            throw ValidationError("--diff cannot be used with --format and --output")
        }
        guard format == .text || output != nil else { throw ValidationError("--format json needs --output") }
    }

    func run() throws {
        guard !diff else { return try compare() }
        let lines = try Self.lines(of: files[0])
        guard let output else {
            for line in lines { Output.standard.write(line: line.text) }
            return
        }
        let file = try TraceFile(path: output, format: format)
        for line in lines { file.write(line) }
        try file.finish()
    }

    private func compare() throws {
        let difference = TraceDifference(try Self.lines(of: files[0]), try Self.lines(of: files[1]))
        guard !difference.isEmpty else { return Output.standard.write(line: "all calls are the same") }
        Output.standard.write(lines: difference.lines)
        Output.standard.write(line: "\(difference.count) calls are different")
        throw ReportedFailure(code: .invalidInput)
    }

    /// The lines of a trace, or of a record.
    private static func lines(of path: String) throws(MayflyError) -> [TraceLine] {
        let bytes = try InputFile.bytes(of: path, limit: RecordReader.largest)
        if RecordReader.isRecord(bytes) { return try RecordReader.recording(of: path, bytes).trace }
        return try TraceReader.lines(of: path, bytes)
    }
}
