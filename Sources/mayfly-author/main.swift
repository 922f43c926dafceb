internal import Foundation
internal import MayflyAuthorCommands
internal import MayflyCommands

if let problem = ProcessSetup.problem() { exit(problem.rawValue) }
exit(await MayflyTool.run(AuthorTool.self, Array(CommandLine.arguments.dropFirst())).rawValue)
