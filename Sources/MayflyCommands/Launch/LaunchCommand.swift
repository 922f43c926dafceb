internal import ArgumentParser
internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel

/// `mayfly launch`: opens an extension in a conversation, for a script, for a person or for a program.
struct LaunchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch",
        abstract: "Open an extension in a conversation.",
        discussion: """
            The extension opens from the drawer in compact style. With --message it opens by a tap on that bubble in \
            expanded style. Without --script the command reads lines from standard input; the line 'help' lists them.
            """
    )

    @OptionGroup var place: HomeOptions
    @OptionGroup var sandboxing: ConfinementOptions
    @OptionGroup var drawing: PictureOptions
    @OptionGroup var debugging: DebuggingOptions
    @OptionGroup var watching: WatchingOptions
    @Argument(help: "The extension's id, or the path of its bundle.") var id: String
    @Option(help: ArgumentHelp("The conversation to open.", valueName: "name")) var conversation: String
    @Option(help: ArgumentHelp("The device to use (default: the first member's).", valueName: "device"))
    var `as`: String?
    @Option(help: "The style to change to once the extension is open.") var style: StyleArgument?
    @Option(help: ArgumentHelp("The bubble to tap: its number in the transcript, or its id.", valueName: "message"))
    var message: String?
    @Option(help: ArgumentHelp("Run the steps in this file; '-' is standard input.", valueName: "file"))
    var script: String?
    @Flag(help: "Print events as JSON, one object a line.") var json = false
    @Flag(help: "Print each call, each callback and each end of a process as a note, too.") var calls = false

    func validate() throws { try debugging.validate(with: sandboxing) }

    mutating func run() async throws {
        // The whole script is checked before anything is launched.
        let script = try script.map { path in try Script(path: path) }
        let named = NamedExtension(id)
        let searchPath = named.searchPath(.standard(home: try place.folder().path))
        let confinement = debugging.confinement(sandboxing.confinement)
        // A script has no person who chooses.
        let desktop = script == nil ? PersonsDesktop.here : .none
        try await watching.watching { watcher in
            try await place.withHost(
                confinement,
                policy: debugging.policy,
                searching: searchPath,
                providers: desktop.providers,
                watcher: watcher
            ) { host in
                let bundle = try named.bundle(in: host.catalog(), of: searchPath)
                try await launch(bundle, with: host, desktop.camera, script)
            }
        }
    }

    private func launch(
        _ bundle: ExtensionBundle,
        with host: ExtensionHost,
        _ camera: PersonsCamera?,
        _ script: Script?
    ) async throws {
        let opening = Opening(bundle: bundle, message: message, style: style?.style)
        let display = Display(isJSON: json, hasScript: script != nil)
        let session = WindowSession(
            host: host,
            display: display,
            pictures: drawing.pictures,
            camera: camera,
            tellsCalls: calls
        ) { [debugging] in
            debugging.advice(at: $0, $1)
        }
        let outcome = try await session.run(on: conversation, as: `as`, script) { try await opening.carryOut(in: $0) }
        guard let failure = outcome.failure else { return }
        throw outcome.isTold ? ReportedFailure(code: failure.code) : failure
    }
}

/// The styles that can be asked for by name.
enum StyleArgument: String, ExpressibleByArgument, CaseIterable {
    case compact, expanded

    var style: PresentationStyle {
        switch self {
        case .compact: .compact
        case .expanded: .expanded
        }
    }
}
