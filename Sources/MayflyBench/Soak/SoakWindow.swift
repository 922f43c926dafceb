internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel

/// The steps of a person in a window of a soak, with the conversation's queue and database, and with receipts.
struct SoakWindow: Sendable {
    let stage: SoakStage
    let seat: SoakStage.Seat
    let ledger: SoakLedger

    /// Uses healthy extensions one after the other. Each but the last lingers while the next one runs.
    func use(_ bundles: [ExtensionBundle]) async {
        let diary = SoakDiary()
        do {
            try await stage.host(.lingering).withWindow(on: seat.name, as: seat.name, observer: diary.take) { window in
                for bundle in bundles {
                    try await window.open(bundle)
                    try await window.changeStyle(to: .expanded)
                    try await window.changeStyle(to: .compact)
                    try await window.closeExtension()
                    if let failure = await window.failure { throw failure }
                }
            }
        } catch {
            ledger.add(finding: "a window with healthy extensions: \(Self.message(error))")
        }
        let ends = diary.ends
        if ends.count != bundles.count {
            ledger.add(finding: "\(ends.count) receipts for \(bundles.count) healthy extensions of a window")
        }
        for end in ends {
            let isGood = ["finished", "evicted"].contains(end.cause.name)
            ledger.add("windowed", end, isGood ? nil : "it should finish: \(end.line)")
        }
    }

    /// Uses one faulty extension, and checks how it ends.
    func use(_ fault: SoakFault) async {
        let diary = SoakDiary()
        do {
            try await stage.host(fault.pace).withWindow(on: seat.name, as: seat.name, observer: diary.take) { window in
                try stage.refresh(fault.bundle.id, window.device.id)
                // The error of a failing extension is expected.
                try? await window.open(fault.bundle)
                for step in fault.steps where await window.openExtension != nil {
                    try? await take(step, window, diary)
                }
                // It may end by itself at any moment.
                try? await window.closeExtension()
                await diary.settle()
                try await window.clearField()
            }
        } catch {
            ledger.add(finding: "\(fault.bundle.id) in a window: \(Self.message(error))")
        }
        let ends = diary.ends
        if ends.count != 1 {
            ledger.add(finding: "\(ends.count) receipts for \(fault.bundle.id) in a window")
        }
        for end in ends {
            let isExpected = fault.ends.contains { $0.isMet(by: end) }
            let wanted = fault.ends.map(\.cause).joined(separator: " or ")
            ledger.add(
                "\(fault.bundle.id) in a window",
                end,
                isExpected ? nil : "it should end by \(wanted): \(end.line)"
            )
        }
    }

    private func take(_ step: String, _ window: ConversationWindow, _ diary: SoakDiary) async throws {
        switch step {
        case "expand": try await window.changeStyle(to: .expanded)
        case "compact": try await window.changeStyle(to: .compact)
        case "swipe": try await window.swipe(.left)
        case "cancel": try await window.cancelMessage()
        case "wait": await diary.settle()
        default: try await window.tap(.typed(step))
        }
    }

    private static func message(_ error: any Error) -> String { (error as? MayflyError)?.message ?? "\(error)" }
}
