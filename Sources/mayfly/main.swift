internal import Foundation
internal import MayflyCommands

// The words of the command line come from there as well: without it every command would be taken for none.
guard !CommandLine.arguments.isEmpty else {
    Output.complain("/proc is not mounted, and nothing works without it")
    exit(ExitStatus.failed.rawValue)
}
exit(await MayflyTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
