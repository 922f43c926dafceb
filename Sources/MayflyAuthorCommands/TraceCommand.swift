internal import ArgumentParser
internal import MayflyBundles
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
        let input = try Input(files[0])
        if let output {
            try write(input, to: output)
        } else {
            try input.read { line in Output.standard.write(line: line.text) }
        }
        // What there is can be read, and the status says that it is not all.
        try input.recording?.requireWhole(files[0])
    }

    private func write(_ input: Input, to output: String) throws {
        // The next file of the trace is read when steps of the one before are written.
        guard PiecedFile.pieces(of: output).isDisjoint(with: PiecedFile.pieces(of: files[0])) else {
            throw MayflyError(
                .invalidInput,
                "'\(SafeText.line(output))' is a file of the trace that is read; name another one with --output"
            )
        }
        var file: TraceFile?
        // What is no trace makes no file.
        try input.read { line throws(MayflyError) in
            if file == nil { file = try TraceFile(path: output, format: format) }
            file?.write(line)
        }
        let written = if let file { file } else { try TraceFile(path: output, format: format) }
        try written.finish()
    }

    private func compare() throws {
        let inputs = try files.map { file in
            let input = try Input(file)
            try input.recording?.requireWhole(file)
            return try input.lines()
        }
        let difference = TraceDifference(inputs[0], inputs[1])
        guard !difference.isEmpty else { return Output.standard.write(line: "all calls are the same") }
        Output.standard.write(lines: difference.lines)
        let result = difference.count == 1 ? "1 call is different" : "\(difference.count) calls are different"
        Output.standard.write(line: result)
        throw ReportedFailure(code: .invalidInput)
    }

    /// A file that is read.
    private struct Input {
        private let path: String
        private let bytes: [UInt8]
        /// Nil for a trace.
        let recording: Recording?

        init(_ path: String) throws(MayflyError) {
            self.path = path
            bytes = try RegularFile.contents(of: path, limit: RecordReader.largest)
            recording = RecordReader.isRecord(bytes) ? try RecordReader.recording(of: path, bytes) : nil
        }

        /// All steps of the trace, or of the record.
        func lines() throws(MayflyError) -> [TraceLine] {
            if let recording { recording.trace } else { try TraceReader.lines(of: path, bytes) }
        }

        /// Gives them one after the other.
        func read(_ each: (TraceLine) throws(MayflyError) -> Void) throws(MayflyError) {
            guard let recording else { return try TraceReader.read(path, bytes, each) }
            for line in recording.trace { try each(line) }
        }
    }
}
