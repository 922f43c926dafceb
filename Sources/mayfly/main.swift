internal import Foundation
internal import MayflyCommands

if let problem = ProcessSetup.problem() { exit(problem.rawValue) }
exit(await MayflyTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
