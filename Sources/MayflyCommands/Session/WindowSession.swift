internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyStore
internal import MayflyViews

/// A session from the opening of its window to its end, for the commands that have one.
struct WindowSession: Sendable {
    /// How it ended.
    struct Outcome: Sendable {
        /// Why the last extension could not be opened, or failed; nil where it did not.
        let failure: MayflyError?
        /// The message of the failure that was printed.
        let told: String?

        /// Whether the failure was printed. The name of the function in which an extension crashed may come later, at its end.
        var isTold: Bool { failure.map { told.map($0.message.hasPrefix) == true } ?? true }
    }

    let host: ExtensionHost
    let display: Display
    /// How pictures are drawn, at a terminal that obeys escape sequences.
    var pictures = PictureMode.auto
    /// Takes pictures for extensions; nil for none.
    var camera: PersonsCamera?
    /// Whether it is a chat: it begins without an extension, and says how to open one again that has failed.
    var isChat = false
    /// Whether calls, callbacks and ends of processes are printed among the notes.
    var tellsCalls = false
    /// What is printed at once at an event; nil for most.
    var advice: @Sendable (HostEvent, Names) -> String? = { _, _ in nil }

    /// JSON is for a program.
    private var languages: Languages { .ofPerson(unless: display == .events) }

    /// Opens the window, lets `begin` do what comes before the first drawing, and runs the script or, without one, the lines of standard
    /// input. What is open is closed in order at the end, also at a signal.
    func run(
        on conversation: String,
        as device: String?,
        _ script: Script? = nil,
        begin: @escaping @Sendable (ConversationWindow) async throws -> Void = { _ in }
    ) async throws -> Outcome {
        let names = try Names(host, in: languages)
        // A field is told at each change of it, also where an extension makes a hundred in a second, and others have put megabytes there.
        var fieldNames = names
        fieldNames.longestText = 1 << 14
        fieldNames.writtenItems = WrittenItems()
        let recorder = EventRecorder(tellsCalls: tellsCalls) { [fieldNames] event in announce(event, names, fieldNames)
        }
        // What comes while the window is closed, and what a launch that fails leaves.
        defer {
            if display != .events {
                let width = display.room.width
                Output.standard.write(lines: recorder.takeNotes().flatMap { $0.rows(names, width: width) })
            }
        }
        let stay = Stay(device: device, script: script, recorder: recorder, names: names, lines: PersonsLines(recorder))
        defer { stay.lines.end() }
        return try await Interruption.cancels {
            var (outcome, next) = try await run(on: conversation, stay, continuing: nil, begin)
            while let handOff = next {
                (outcome, next) = try await run(on: handOff.conversation.name, stay, continuing: handOff)
            }
            return outcome
        }
    }

    /// What is the same in all conversations of a session.
    private struct Stay: Sendable {
        let device: String?
        let script: Script?
        let recorder: EventRecorder
        let names: Names
        let lines: PersonsLines
    }

    /// Runs the session in one conversation.
    ///
    /// - Parameter handOff: the message for which it comes here.
    /// - Returns: how it ended, and the message of another conversation with which it goes on there.
    private func run(
        on conversation: String,
        _ stay: Stay,
        continuing handOff: HandOff? = nil,
        _ begin: @escaping @Sendable (ConversationWindow) async throws -> Void = { _ in }
    ) async throws -> (Outcome, next: HandOff?) {
        let recorder = stay.recorder
        let hasPictures = display == .screen(ansi: true) && pictures != .off
        let (window, session) = try await host.withWindow(
            on: conversation,
            as: stay.device,
            showsQuestions: true,
            showsPayments: true,
            provides: camera == nil ? [] : [.camera],
            languages: languages,
            observer: { [camera] event in
                if case .pictureRequestOver(_, let number) = event { camera?.end(number) }
                recorder.record(event)
            }
        ) { window in
            try await begin(window)
            let drawer = Drawer(host, of: window.device.name, in: languages)
            let drawnPictures = hasPictures ? TerminalPictures(pictures) : nil
            var session = await Session(
                window: window,
                drawer: drawer,
                recorder: recorder,
                names: stay.names,
                display: display,
                pictures: drawnPictures.map { SessionPictures($0, host, window) },
                camera: camera,
                isChat: isChat
            )
            if let handOff { try await session.take(handOff) }
            if let script = stay.script {
                try await session.play(script)
            } else {
                try await obeyPerson(&session, recorder, stay.lines, drawer, drawnPictures)
            }
            return (window, session)
        }
        // An extension can also fail after the last step, while it is closed.
        return (Outcome(failure: await window.failure, told: session.knownFailure), session.next)
    }

    /// Prints at once what is not drawn with the screen.
    private func announce(_ event: HostEvent, _ names: Names, _ fieldNames: Names) {
        if let advice = advice(event, names) {
            // JSON readers get the process id in an event.
            if display == .events { Output.errors.write(line: advice) } else { Output.standard.write(line: advice) }
        }
        if display == .events {
            let isField = if case .draft = event { true } else { false }
            Output.standard.write(line: Shapes.event.json(event, isField ? fieldNames : names).line)
        } else if case .unconfined(let id, let missing) = event {
            Output.complain(ConfinementOptions.complaint(of: names.name(of: id), lacking: missing))
        } else if let line = event.complaint {
            Output.complain(line)
        } else if case .moreTime(let id, let milliseconds, let reason) = event {
            let name = SafeText.line(names.name(of: id))
            let line = "\(name) asks for \(milliseconds) ms more: \(SafeText.line(reason, limit: 200))"
            Output.standard.write(lines: TerminalLines.margined(line, width: display.room.width))
        } else if case .handOff(let handOff, let isOwn) = event, !display.isScreen {
            // At a screen it stands in the next drawings: what is printed at once is drawn over.
            Output.standard.write(lines: TerminalLines.hanging([handOff.line(isOwn: isOwn)], to: display.room.width))
        }
    }

    private func obeyPerson(
        _ session: inout Session,
        _ recorder: EventRecorder,
        _ lines: PersonsLines,
        _ drawer: Drawer,
        _ pictures: TerminalPictures?
    ) async throws {
        let (inputs, editor) = lines.begin {
            display.isScreen && !Output.isDumb ? LineEditor(LineCompleter { drawer.names }) : nil
        }
        defer {
            Interruption.onResize(nil)
            Interruption.onStop(nil)
            // Where the session goes on elsewhere, the person goes on typing.
            if session.next == nil { editor?.restore() }
        }
        Interruption.onStop { isStopped in
            if isStopped { editor?.pause() } else if editor?.resume() == true { recorder.disturb() }
        }
        if display.isScreen { Interruption.onResize { recorder.disturb() } }
        // At the first Ctrl-C too: a second one ends the process at once.
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                if let pictures { group.addTask { await pictures.load(recorder.change) } }
                defer { group.cancelAll() }
                try await session.obey(inputs, editor)
            }
        } onCancel: {
            editor?.restore()
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
}
