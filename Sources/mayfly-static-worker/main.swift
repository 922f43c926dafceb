internal import MayflyWorkerCore

WorkerProgram.run(arguments: CommandLine.arguments)
