internal import Glibc
internal import MayflyCommands
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyViews

/// One device while a scenario is played: its window, while it has one, and the person before it.
final actor ScenarioDevice {
    let name: String
    nonisolated let log = EventLog()
    private let recorder = EventRecorder()
    private let stage: ScenarioStage
    private let conversation: String
    private let names: Names
    private var open: (window: ConversationWindow, session: QuietSession)?
    private var isCancelled = false

    init(_ name: String, in conversation: String, on stage: ScenarioStage) throws(MayflyError) {
        (self.name, self.conversation, self.stage) = (name, conversation, stage)
        names = try Names(stage.host)
    }

    private func session() async throws(MayflyError) -> (window: ConversationWindow, session: QuietSession) {
        if let open { return open }
        let window = try await stage.host.openWindow(
            on: conversation,
            as: name,
            showsQuestions: true,
            showsPayments: true,
            observer: { [recorder, log] event in
                recorder.record(event)
                log.record(event)
            }
        )
        let session = await QuietSession(window, of: stage.host, names, recorder)
        open = (window, session)
        // It may have been cancelled before there was a window.
        if isCancelled { window.cancel() }
        return (window, session)
    }

    /// Does what a line says, and waits for all that follows from it.
    func play(_ deed: ScenarioStep.Deed) async throws {
        switch deed {
        case .leave: try await leave()
        case .openFirst:
            guard let id = stage.extensions.first else { return }
            try await play(.open(id.rawValue))
        case .line(let step): try await play(step)
        }
    }

    private func play(_ step: ScriptStep) async throws {
        let (window, former) = try await session()
        var session = former
        try Task.checkCancellation()
        let result: Result<Void, any Error>
        do { result = .success(try await session.play(step)) } catch { result = .failure(error) }
        open = (window, session)
        try result.get()
    }

    /// Closes the window, if there is one: the extension resigns, and its processes end.
    ///
    /// Throws the failure of an extension that ended otherwise meanwhile.
    func leave() async throws(MayflyError) {
        guard let (window, session) = open else { return }
        open = nil
        await window.close()
        if let failure = await window.failure, session.knownFailure.map(failure.message.hasPrefix) != true {
            throw failure
        }
    }

    /// Ends what is under way at once, and what begins later.
    func cancel() {
        isCancelled = true
        open?.window.cancel()
    }

    /// The failure of an extension that no step has told; nil for none. It is known from now on.
    func takeFailure() async -> MayflyError? {
        guard let (window, former) = open else { return nil }
        var session = former
        let failure = await session.takeFailure()
        open = (window, session)
        return failure
    }

    /// Ends the worker as the kernel does when memory is short, and waits until it is gone.
    ///
    /// - Returns: why that was not possible; nil where it was.
    func killWorker(within patience: Duration) async throws -> String? {
        guard let (window, _) = open else { return "'\(name)' has no open window" }
        try await window.settle()
        guard let process = log.process else { return "no extension runs for '\(name)'" }
        kill(process, SIGKILL)
        let limit = ContinuousClock.now + patience
        while log.isRunning(process) {
            let count = log.count
            guard log.isRunning(process) else { break }
            guard .now < limit, await log.waits(forMoreThan: count, until: limit) else {
                try Task.checkCancellation()
                return "the worker of '\(name)' did not end in time"
            }
        }
        // The failure is the scenario's own.
        try? await window.settle()
        _ = await takeFailure()
        return nil
    }

    /// What is there now, when nothing is under way any more.
    func look() async throws -> Sight {
        let (window, session) = try await session()
        try? await window.settle()
        try Task.checkCancellation()
        return await session.sight()
    }

    /// The picture that a check is about; nil where no card is shown.
    func picture(_ kind: ScenarioCheck.PictureKind) async throws -> String? {
        let (window, _) = try await session()
        switch kind {
        case .transcript:
            let page = await window.transcript
            return try ConversationPicture(stage.host, names, as: name).svg(of: page, title: conversation)
        case .card:
            guard case .card(let card, let inputs) = await window.view else { return nil }
            return CardSheet(card, inputs, style: await window.style).svg
        }
    }
}
