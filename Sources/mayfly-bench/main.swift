internal import Foundation
internal import MayflyBenchCommands
internal import MayflyCommands

if let problem = ProcessSetup.problem() { exit(problem.rawValue) }
exit(await MayflyTool.run(BenchTool.self, Array(CommandLine.arguments.dropFirst())).rawValue)
