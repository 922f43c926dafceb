internal import MayflyMediaCore

MediaWorker.run(arguments: CommandLine.arguments)
