internal import Foundation
internal import MayflyCommands
internal import MayflyStoreCommands

if let problem = ProcessSetup.problem() { exit(problem.rawValue) }
exit(await MayflyTool.run(StoreTool.self, Array(CommandLine.arguments.dropFirst())).rawValue)
