internal import MayflyWorkerCore

WorkerProcess.run(arguments: CommandLine.arguments)
