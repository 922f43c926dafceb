internal import MayflyWorkerCore

Worker.run(arguments: CommandLine.arguments)
