import MayflyBundles
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting

/// Carries out the steps that make the faulty extension misbehave. Errors of the host are printed, and do not make the
/// run fail.
struct FaultyPerson: Sendable {
    let test: TestHost
    let window: ConversationWindow
    let trace: Trace
    let id: String

    /// `listed` is the result of the catalogue.
    func open(_ listed: Result<ExtensionBundle, MayflyError>, beside healthy: HealthyExtension) async throws {
        try await attempt("open", beside: healthy) { try await window.open(listed.get()) }
    }

    func take(_ step: FaultOrder.Step, beside healthy: HealthyExtension) async throws {
        try await attempt(step.rawValue, beside: healthy) { try await carryOut(step) }
    }

    /// Carries out a step, and uses the healthy extension at the same time.
    private func attempt(
        _ name: String,
        beside healthy: HealthyExtension,
        _ body: @Sendable () async throws -> Void
    ) async throws {
        async let unmoved: Void = healthy.act()
        do {
            try await body()
        } catch let error as MayflyError {
            Lines.write(["step": .text(name), "code": .text(error.code.description), "error": .text(error.message)])
        }
        try await unmoved
    }

    private func carryOut(_ step: FaultOrder.Step) async throws {
        switch step {
        case .misbehave, .stage, .text, .grow, .stickers: try await window.tap(.typed(step.rawValue))
        case .expand: try await window.changeStyle(to: .expanded)
        case .compact: try await window.changeStyle(to: .compact)
        case .swipe: try await window.swipe(.left)
        case .send: try await window.send()
        case .cancel: try await window.cancelMessage()
        case .select: try await window.tapBubble(await window.transcript.count)
        case .receive: try await receive()
        case .set:
            try test.host.store.keepSetting("true", for: "any", of: try test.bundle(id).id, on: window.device.id)
        case .close: try await window.closeExtension()
        case .wait: await trace.waitForEnds(of: id)
        }
        if let failure = await window.failure { throw failure }
    }

    private func receive() async throws {
        let trace = Trace()
        try await test.window(as: "bob", trace: trace) { sender in
            try await sender.open(test.bundle(id))
            try await sender.tap("stage")
            try await sender.send()
            try await sender.closeExtension()
            await trace.waitForEnds(of: id)
        }
        try await window.settle()
    }
}
