package import ArgumentParser
internal import MayflyLinux
internal import MayflyModel

/// The command line tool, apart from the process that it runs in.
package enum MayflyTool {
    /// Runs one command of `mayfly` and gives its exit status. An error is one line on standard error.
    ///
    /// `arguments` come without the program's name.
    package static func run(_ arguments: [String]) async -> ExitStatus { await run(MayflyCommand.self, arguments) }

    /// The same for a program with other commands.
    package static func run(_ root: any ParsableCommand.Type, _ arguments: [String]) async -> ExitStatus {
        HostMemory.giveBackLargePieces()
        if let problem = CommandNames.problem(root, arguments) { return refuse(problem) }
        do {
            try HandedOverLine(root, arguments)?.run()
            var command = try root.parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return lostOutput() ?? .done
        } catch let error as MayflyError {
            Output.complain(error.message)
            return ExitStatus(error.code)
        } catch let told as ReportedFailure {
            return ExitStatus(told.code)
        } catch is CancellationError {
            return lostOutput() ?? .interrupted
        } catch {
            return answer(root, parserError: error)
        }
    }

    /// The status when standard output could not be written, and nil when it could. A closed pipe is not reported.
    private static func lostOutput() -> ExitStatus? {
        guard let failure = Output.standard.failure else { return Output.standard.isClosed ? .outputClosed : nil }
        Output.complain(failure.message)
        return ExitStatus(failure.code)
    }

    /// Handles what the parser throws: a request for help or for the version, or a usage error.
    private static func answer(_ root: any ParsableCommand.Type, parserError error: any Error) -> ExitStatus {
        guard !root.exitCode(for: error).isSuccess else {
            Output.standard.write(line: root.fullMessage(for: error))
            return lostOutput() ?? .done
        }
        let message = root.message(for: error)
        let line = message.split(separator: "\n").first { !$0.isEmpty } ?? "the arguments are not understood"
        let sentence = line.prefix(1).lowercased() + line.dropFirst()
        return refuse(sentence.hasSuffix(".") ? String(sentence.dropLast()) : String(sentence))
    }

    /// Tells a usage error.
    private static func refuse(_ problem: String) -> ExitStatus {
        Output.complain(problem.hasSuffix("?") ? problem : "\(problem); see 'mayfly help'")
        return .usage
    }
}
