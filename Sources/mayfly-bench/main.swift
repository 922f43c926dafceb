internal import Foundation
internal import MayflyBenchCommands
internal import MayflyCommands

exit(await MayflyTool.run(BenchTool.self, Array(CommandLine.arguments.dropFirst())).rawValue)
