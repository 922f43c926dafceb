internal import ArgumentParser
internal import MayflyHost
internal import MayflyModel

/// The command line tool, apart from the process that it runs in.
package enum MayflyTool {
    /// Runs one command and says how it went. What went wrong is one line on standard error.
    ///
    /// `arguments` come without the program's name.
    package static func run(_ arguments: [String]) async -> ExitStatus {
        HostMemory.giveBackLargePieces()
        do {
            var command = try MayflyCommand.parseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            if let failure = Output.standard.failure { throw failure }
            return .done
        } catch let error as MayflyError {
            complain(error.message)
            return ExitStatus(error.code)
        } catch let told as ReportedFailure {
            return ExitStatus(told.code)
        } catch is CancellationError {
            return .interrupted
        } catch {
            return answer(parserError: error)
        }
    }

    /// One line on standard error.
    package static func complain(_ message: String) {
        Output.errors.write(line: "mayfly: \(SafeText.line(message, limit: 1000))")
    }

    /// The parser's own end of a command: a request for help or for the version, or a usage error.
    private static func answer(parserError error: any Error) -> ExitStatus {
        guard !MayflyCommand.exitCode(for: error).isSuccess else {
            Output.standard.write(line: MayflyCommand.fullMessage(for: error))
            guard let failure = Output.standard.failure else { return .done }
            complain(failure.message)
            return .failed
        }
        let message = MayflyCommand.message(for: error)
        let line = message.split(separator: "\n").first { !$0.isEmpty } ?? "the arguments are not understood"
        let sentence = line.prefix(1).lowercased() + line.dropFirst()
        complain("\(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence); see 'mayfly help'")
        return .usage
    }
}
