internal import Foundation
internal import MayflyCommands
internal import MayflyWebCommands

if let problem = ProcessSetup.problem() { exit(problem.rawValue) }
exit(await MayflyTool.run(WebTool.self, Array(CommandLine.arguments.dropFirst())).rawValue)
