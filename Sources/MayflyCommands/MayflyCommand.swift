internal import ArgumentParser
internal import MayflyWorkers

/// The root of all commands.
///
/// Not an `AsyncParsableCommand`: debug builds would look through all commands for asynchronous completions at each start.
struct MayflyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mayfly",
        abstract: "Lists and runs message extensions, and keeps the conversations that use them.",
        version: "\(HostInfo.name) \(HostInfo.version)",
        subcommands: [
            ListCommand.self, InfoCommand.self, ChatCommand.self, LaunchCommand.self, DeviceCommand.self,
            ConversationCommand.self, TranscriptCommand.self, InstallCommand.self, UninstallCommand.self,
            EnableCommand.self, FavouritesCommand.self, AppsCommand.self, DisableCommand.self, SettingsCommand.self,
            PermissionsCommand.self, ResetCommand.self, LogCommand.self, ProcessesCommand.self, KillCommand.self,
            DoctorCommand.self, HostCommand.self, ServeCommand.self, StoreProgramCommand.self,
            PublishProgramCommand.self, NewProgramCommand.self, PackProgramCommand.self, RunProgramCommand.self,
            ValidateProgramCommand.self, TestProgramCommand.self, PreviewProgramCommand.self, TraceProgramCommand.self,
            ReplayProgramCommand.self, DemoCommand.self,
            BenchCommand.self, SoakCommand.self,
        ]
    )

    // Here too, so that `mayfly --home DIR list` is understood like `mayfly list --home DIR`.
    @OptionGroup var place: HomeOptions
}
