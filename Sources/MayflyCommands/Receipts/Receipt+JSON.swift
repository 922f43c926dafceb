internal import MayflyModel

extension JSONValue {
    /// One line of `mayfly log --json`.
    init(_ receipt: ExitReceipt) {
        let head = JSONValue.object([
            "id": .number(receipt.id), "extension": .text(receipt.extensionID.rawValue), "name": .text(receipt.name),
            "device": .text(receipt.device), "conversation": .text(receipt.conversation),
            "launched": .number(receipt.launched.rawValue), "ended": .number(receipt.ended.rawValue),
        ])
        let layers = Member("missing_layers", .texts(receipt.missingLayers.map(\.rawValue)))
        self = head.adding(Self.members(of: receipt.end, name: receipt.name) + [layers])
    }

    /// One line of `mayfly ps --json`.
    init(_ worker: LiveWorker, now: Timestamp) {
        self = .object([
            "id": .number(worker.id), "pid": .number(worker.process), "extension": .text(worker.extensionID.rawValue),
            "name": .text(worker.name), "device": .text(worker.device), "conversation": .text(worker.conversation),
            "state": .text(worker.state.rawValue), "launched": .number(worker.launched.rawValue),
            "age_ms": .number(now.rawValue - worker.launched.rawValue),
            "memory_kib": .optional(worker.memoryKiB), "cpu_us": .optional(worker.cpuMicroseconds),
        ])
    }

    init(_ times: PhaseTimes) {
        self = .object([
            "spawned": .optional(times.spawned), "opened": .optional(times.opened),
            "launched": .optional(times.launched),
            "resigned": .optional(times.resigned), "killed": .optional(times.killed), "reaped": .optional(times.reaped),
        ])
    }

    init(_ crash: CrashReport) {
        self = .object([
            "signal": .number(crash.signal), "code": .number(crash.code),
            "fault_address": .optional(crash.faultAddress.map(Self.hex)), "main_thread": .boolean(crash.isMainThread),
            "frames": .list(crash.frames.map { JSONValue($0) }),
        ])
    }

    init(_ stack: StackReport) {
        self = .object([
            "main_thread": .boolean(stack.isMainThread), "frames": .list(stack.frames.map { JSONValue($0) }),
        ])
    }

    /// Addresses are text: JSON's numbers do not hold them all.
    private init(_ frame: CrashReport.Frame) {
        self = .object([
            "library": .optional(frame.library), "own": .boolean(frame.isOwn), "symbol": .optional(frame.symbol),
            "demangled": .optional(frame.demangled),
            "address": .text(Self.hex(frame.address)), "guess": .boolean(frame.isGuess),
        ])
    }

    private static func hex(_ address: UInt64) -> String { "0x" + String(address, radix: 16) }
}
