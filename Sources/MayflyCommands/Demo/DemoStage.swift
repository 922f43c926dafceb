internal import MayflyHost
internal import MayflyModel

/// Prints what each person sees, and checks that each step of the story happened.
struct DemoStage: Sendable {
    let names: Names
    private let diary = ProcessDiary()

    init(names: Names) { self.names = names }

    func heading(_ title: String) { Output.standard.write(line: "\n== \(title) ==") }

    /// Prints what a person does.
    func tell(_ line: String) { Output.standard.write(line: "\n\(line)") }

    func show(_ lines: [String]) { Output.standard.write(lines: lines.map { "  " + $0 }) }

    /// Prints what one person sees now.
    func show(_ window: ConversationWindow) async {
        let title = "\(window.device.name), '\(window.conversation.name)'"
        show(await Screen(window, names, ansi: Output.standard.takesANSI).lines(title: title))
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
