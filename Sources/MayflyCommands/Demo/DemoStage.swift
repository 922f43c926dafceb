internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyViews

/// Prints what each person sees, and checks that each step of the story happened.
struct DemoStage: Sendable {
    let names: Names
    private let diary = ProcessDiary()

    init(names: Names) { self.names = names }

    func heading(_ title: String) { Output.standard.write(line: "\n== \(title) ==") }

    /// Prints what a person does.
    func tell(_ line: String) { Output.standard.write(line: "\n\(line)") }

    /// Prints lines without escape sequences.
    func show(_ lines: [String]) { Output.standard.write(wrapping: lines.map { Self.indent + $0 }) }

    private static let indent = "  "

    /// Prints what one person sees now.
    func show(_ window: ConversationWindow) async {
        let title = "\(window.device.name), '\(window.conversation.name)'"
        var room = ScreenRoom()
        if let columns = Output.standard.columns { room.width = columns - Self.indent.count }
        let screen = await Screen(window, names, ansi: Output.standard.takesANSI, in: room)
        Output.standard.write(lines: screen.lines(title: title).map { Self.indent + $0 })
    }

    /// Records the steps of the windows' processes.
    func observe(_ event: HostEvent) { diary.record(event) }

    /// Prints the steps of the processes that have ended since the last call.
    func showProcesses() { show(diary.takeLines()) }

    /// Whether no process has run since the last call.
    var takesNoProcess: Bool { diary.takeLines().isEmpty }

    /// Ends the story when a step did not happen.
    func check(_ happened: Bool, _ step: String) throws {
        guard happened else { throw MayflyError(.notPossibleNow, "the demo stopped: \(step) did not happen") }
    }

    /// Checks the caption of the message in the input field.
    func checkStaged(_ caption: String, in window: ConversationWindow) async throws {
        let staged = await window.draft.message?.message?.layout?.caption?.display(name: names.name(of:))
        try check(staged == caption, "staging '\(caption)'")
    }

    /// Sends what is in the input field.
    func send(in window: ConversationWindow) async throws { try await window.send(await window.draft.id) }

    /// Checks one entry of the transcript: a bubble with that caption.
    func checkEntry(_ number: Int, is caption: String, in window: ConversationWindow) async throws {
        let item = await window.transcript.entry(number: number)?.item
        let shown = item?.message?.layout?.caption?.display(name: names.name(of:))
        try check(shown == caption, "the bubble '\(caption)' as entry \(number) of \(window.device.name)")
    }
}
