internal import MayflyFetchCore

FetchProgram.run(arguments: CommandLine.arguments)
