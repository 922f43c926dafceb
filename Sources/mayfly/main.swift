internal import Foundation
internal import MayflyCommands

exit(await MayflyTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
