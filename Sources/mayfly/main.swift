internal import Foundation
internal import MayflyCommands

// The arguments are read from /proc, too: without it, every command would look like a command without arguments.
guard !CommandLine.arguments.isEmpty else {
    Output.complain("/proc is not mounted; every command needs it")
    exit(ExitStatus.failed.rawValue)
}
exit(await MayflyTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
