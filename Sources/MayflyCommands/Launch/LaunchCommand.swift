internal import ArgumentParser
internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyStore
internal import MayflyViews

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
    @OptionGroup var debugging: DebuggingOptions
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

    func validate() throws {
        guard !(debugging.debug && sandboxing.requirement.requireSandbox) else {
            throw ValidationError(
                "--debug and --require-sandbox cannot be used together: --debug leaves out two layers"
            )
        }
    }

    mutating func run() async throws {
        // The whole script is checked before anything is launched.
        let script = try script.map { path in try Script(path: path) }
        let named = NamedExtension(id)
        let searchPath = named.searchPath(.standard(home: try place.folder().path))
        let confinement = debugging.confinement(sandboxing.confinement)
        try await place.withHost(confinement, policy: debugging.policy, searching: searchPath) { host in
            try await launch(try named.bundle(in: host.catalog(), of: searchPath), with: host, script)
        }
    }

    private func launch(_ bundle: ExtensionBundle, with host: ExtensionHost, _ script: Script?) async throws {
        let opening = Opening(bundle: bundle, message: message, style: style?.style)
        let names = try Names(host)
        let (conversation, device) = (conversation, `as`)
        let display = Display(isJSON: json, hasScript: script != nil)
        let recorder = EventRecorder { [debugging] event in
            if let advice = debugging.advice(at: event, names) {
                // JSON readers get the process id in an event.
                if display == .events { Output.errors.write(line: advice) } else { Output.standard.write(line: advice) }
            }
            if display == .events {
                Output.standard.write(line: Shapes.event.json(event, names).line)
            } else if case .unconfined(let id, let missing) = event {
                let layers = missing.keys.map(\.rawValue).sorted().joined(separator: ", ")
                Output.complain("the sandbox of \(names.name(of: id)) lacks \(layers); see 'mayfly doctor'")
            } else if let line = event.complaint {
                Output.complain(line)
            } else if let line = event.announcement(names) {
                Output.standard.write(lines: TerminalLines.margined(line, width: display.room.width))
            }
        }
        // What comes while the window is closed, and what a launch that fails leaves.
        defer {
            if display != .events {
                let width = display.room.width
                Output.standard.write(lines: recorder.takeNotes().flatMap { $0.rows(names, width: width) })
            }
        }
        let (failure, told) = try await Interruption.cancels {
            let (window, told) = try await host.withWindow(on: conversation, as: device, observer: recorder.record) {
                window in
                try await opening.carryOut(in: window)
                var session = await Session(window: window, recorder: recorder, names: names, display: display)
                if let script {
                    try await session.play(script)
                } else {
                    let editor = display.isScreen && !Output.isDumb ? LineEditor() : nil
                    defer {
                        Interruption.onStop(nil)
                        editor?.restore()
                    }
                    Interruption.onStop { isStopped in
                        if isStopped { editor?.pause() } else if editor?.resume() == true { recorder.disturb() }
                    }
                    // At the first Ctrl-C too: a second one ends the process at once.
                    try await withTaskCancellationHandler {
                        try await session.obey(StandardInput.inputs(with: recorder, editor), editor)
                    } onCancel: {
                        editor?.restore()
                    }
                }
                return (window, session.knownFailure)
            }
            // An extension can also fail after the last step, while it is closed.
            return (await window.failure, told)
        }
        guard let failure else { return }
        // The name of the function in which it crashed may have come since.
        throw told.map(failure.message.hasPrefix) == true ? ReportedFailure(code: failure.code) : failure
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

extension HostEvent {
    /// A failure of the host itself, such as a receipt that cannot be stored; nil for other events, log lines of extensions
    /// included.
    fileprivate var complaint: String? {
        switch self {
        case .log(nil, .warning, let line), .log(nil, .error, let line): line
        default: nil
        }
    }

    /// A line that is printed at once in every display mode but JSON; nil for most events.
    fileprivate func announcement(_ names: Names) -> String? {
        guard case .moreTime(let id, let milliseconds, let reason) = self else { return nil }
        let name = SafeText.line(names.name(of: id))
        return "\(name) asks for \(milliseconds) ms more: \(SafeText.line(reason, limit: 200))"
    }
}
