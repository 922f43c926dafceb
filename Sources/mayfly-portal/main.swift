internal import MayflyPortalCore

PortalProgram.run(arguments: CommandLine.arguments)
