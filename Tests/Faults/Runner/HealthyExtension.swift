import Foundation
import MayflyHost
import MayflyModel
import MayflyStore
import MayflyTesting

/// A puppet that counts the presses of its button. The fault must not affect it.
struct HealthyExtension: Sendable {
    static let id = "test.mayfly.puppet"

    let test: TestHost
    let window: ConversationWindow
    let trace: Trace

    /// Opens it in the window.
    func open() async throws {
        let script = "didPerformAction count"
        let folder = try test.privateFolder(of: Self.id, as: window.device)
        try Data(script.utf8).write(to: URL(filePath: folder + "/script"))
        try await window.open(test.bundle(Self.id))
    }

    /// Presses its button, and waits until that is handled.
    func act() async throws {
        try await window.tap("run")
        if let failure = await window.failure { throw failure }
    }

    /// Opens it, presses its button and closes it.
    func live() async throws {
        try await open()
        try await act()
        try await window.closeExtension()
        await trace.waitForEnds(of: Self.id)
    }

    /// Processes, callbacks, causes of ends and counts, in order.
    var story: [String] {
        trace.events.compactMap { event in
            switch event {
            case .process(_, let step, _): step.rawValue
            case .callback(_, let name, _): name
            case .receipt(_, let end): end.cause.name
            case .log(_, _, let line) where line.hasPrefix("count "): line
            default: nil
            }
        }
    }
}

extension TestHost {
    /// The private folder of an extension. It is created if it is missing.
    func privateFolder(of id: String, as device: DeviceRecord) throws -> String {
        guard let id = ExtensionID(rawValue: id) else { throw MayflyError(.internalFault, "'\(id)' is no id") }
        return try host.folders(of: id, on: device.id).privateFolder
    }
}

extension Trace {
    /// Waits until each started process of that extension has its receipt.
    func waitForEnds(of id: String) async {
        await wait(0) { alive, event in
            switch event {
            case .process(let other, .spawned, _) where other.rawValue == id: alive += 1
            case .receipt(let other, _) where other.rawValue == id: alive -= 1
            default: break
            }
            return alive == 0
        }
    }
}
