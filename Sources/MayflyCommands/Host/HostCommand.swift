internal import ArgumentParser
internal import Glibc
internal import MayflyHost
internal import MayflyModel
internal import MayflyServer

/// `mayfly host`: serves apps in any language by the host protocol.
struct HostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "host",
        abstract: "Serve an app in any language, by JSON-RPC 2.0.",
        discussion: """
            With --stdio, requests are read from standard input and answers written to standard output, one JSON object a \
            line. With --socket, several clients of the same user are served. Documentation/protocol has the methods.
            """
    )

    @OptionGroup var place: HomeOptions
    @OptionGroup var sandboxing: ConfinementOptions
    @Flag(help: "Serve one client over standard input and output.") var stdio = false
    @Option(help: ArgumentHelp("Serve clients over a Unix socket that is made there.", valueName: "path"))
    var socket: String?
    @Flag(help: "Print the description of the protocol (OpenRPC).") var schema = false

    func validate() throws {
        let ways = [stdio, socket != nil, schema].count { $0 }
        guard ways == 1 else { throw ValidationError("give one of --stdio, --socket PATH and --schema") }
    }

    mutating func run() async throws {
        guard !schema else { return Output.standard.write(line: OpenRPC.document.line) }
        let socket = socket
        try await place.withHost(sandboxing.confinement) { host in
            try await Interruption.cancels {
                if let socket {
                    let listener = try SocketListener(path: socket, host: host, complain: Output.complain)
                    Output.standard.write(line: "listening on \(SafeText.line(socket))")
                    await listener.run()
                } else {
                    try await Self.serveStandardStreams(host)
                }
            }
        }
    }

    /// What else is written to standard output goes to standard error from here on: the client gets nothing but answers.
    private static func serveStandardStreams(_ host: ExtensionHost) async throws {
        let (input, output) = (duplicate(STDIN_FILENO), duplicate(STDOUT_FILENO))
        guard input >= 0, output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw MayflyError(.files, "standard input and output cannot be used: \(String(cString: strerror(errno)))")
        }
        await Connection(input: input, output: output, host: host, complain: Output.complain).run()
    }

    private static func duplicate(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
}
