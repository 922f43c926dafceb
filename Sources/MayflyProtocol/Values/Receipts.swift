package import MayflyModel

extension Shapes {
    /// How a worker ended; `root` gives the end and the name of the extension.
    static func endFields<Root>(
        _ root: @escaping @Sendable (Root, Names) -> (end: WorkerEnd, name: String)
    ) -> [Field<Root>] {
        endFields.map { $0.of(named: root) }
    }

    private static let endFields: [Field<(end: WorkerEnd, name: String)>] = [
        Field("cause", .text, "What ended it.") { $0.end.cause.name },
        .sometimes("signal", .integer, "The signal that ended it.") {
            if case .crashed(let signal) = $0.end.cause { signal } else { nil }
        },
        .sometimes("status", .integer, "Its exit status.") {
            if case .exited(let status) = $0.end.cause { status } else { nil }
        },
        .sometimes("callback", .text, "The callback that did not return in time.") {
            if case .unresponsive(let callback, _) = $0.end.cause { callback } else { nil }
        },
        .sometimes("limit_ms", .integer, "The time that it had, in milliseconds.") {
            switch $0.end.cause {
            case .unresponsive(_, let limit), .launchTimeout(let limit): limit
            default: nil
            }
        },
        .sometimes("used", Shape<Int>.integer.nullable, "What it used of a resource; null where it was not measured.") {
            if case .exceeded(_, let used, _) = $0.end.cause { .some(used) } else { nil }
        },
        .sometimes("limit", .integer, "The limit of the resource.") {
            if case .exceeded(_, _, let limit) = $0.end.cause { limit } else { nil }
        },
        .sometimes("reason", .text, "Why it ended.") {
            switch $0.end.cause {
            case .evicted(let why): why.rawValue
            case .refused(let reason), .sandbox(let reason), .protocolViolation(let reason), .notStarted(let reason):
                reason
            default: nil
            }
        },
        Field("phase", Shape<String>.text.nullable, "The callback that was running at the end.") { $0.end.phase },
        Field("lifetime_us", Shape<Int64>.integer.nullable, "From its start to its end, in microseconds.") {
            $0.end.lifetimeMicroseconds
        },
        Field("cpu_us", Shape<Int64>.integer.nullable, "Its processor time in microseconds.") {
            $0.end.cpuMicroseconds
        },
        Field("peak_memory_kib", Shape<Int>.integer.nullable, "The peak of its memory in KiB.") {
            $0.end.peakMemoryKiB
        },
        Field("callbacks", Shape<Int>.integer.nullable, "How many callbacks it had.") { $0.end.callbacks },
        Field("calls", Shape<Int>.integer.nullable, "How many functions of the host it called.") { $0.end.calls },
        Field("bytes_sent", Shape<Int>.integer.nullable, "Bytes that the host sent to it.") { $0.end.bytesSent },
        Field("bytes_received", Shape<Int>.integer.nullable, "Bytes that it sent to the host.") {
            $0.end.bytesReceived
        },
        Field("times_us", times, "When it reached each phase, in microseconds after its start.") { $0.end.times },
        Field("refused_calls", Shape<String>.text.list, "System calls that the sandbox refused.") {
            $0.end.refusedCalls
        },
        Field("crash", crash.nullable, "Where it crashed.") { $0.end.crash },
        Field("stack", stack.nullable, "Where it was when it missed a deadline.") { $0.end.stack },
        Field("output", .text, "The end of what it printed.", named: { $1.beginning(of: $0.end.output) }),
        Field("note_count", .integer, "How many notes there were.") { $0.end.notes.count },
        Field(
            "notes",
            Shape<String>.text.list,
            "Refused calls, warnings, and lines of its log.",
            named: { $1.bounded($0.end.notes.lines) }
        ),
        Field("failure", Shape<String>.text.nullable, "A sentence for the person; null where it ended on request.") {
            $0.end.isFailure ? $0.end.failure(of: $0.name).message : nil
        },
    ]

    private static let times = Shape<PhaseTimes>.object(
        "PhaseTimes",
        "Microseconds after the start of the process; null for a phase that it did not reach.",
        [
            Field("spawned", Shape<Int64>.integer.nullable, "The process was there.") { $0.spawned },
            Field("opened", Shape<Int64>.integer.nullable, "The library was opened.") { $0.opened },
            Field("launched", Shape<Int64>.integer.nullable, "The extension was on the screen.") { $0.launched },
            Field("resigned", Shape<Int64>.integer.nullable, "The extension had resigned.") { $0.resigned },
            Field("killed", Shape<Int64>.integer.nullable, "The host sent the signal that ends it.") { $0.killed },
            Field("reaped", Shape<Int64>.integer.nullable, "It was gone.") { $0.reaped },
        ]
    )

    private static let crash = Shape<CrashReport>.object(
        "CrashReport",
        "Where a worker crashed.",
        [
            Field("signal", .integer, "The signal.") { $0.signal },
            Field("code", .integer, "The code of the signal.") { $0.code },
            Field("fault_address", Shape<String>.text.nullable, "The address that was used.") {
                $0.faultAddress.map(hex)
            },
            Field("main_thread", .flag, "Whether it was the thread of the callbacks.") { $0.isMainThread },
            Field("frames", frame.list, "The calls, the innermost first.") { $0.frames },
        ]
    )

    private static let stack = Shape<StackReport>.object(
        "StackReport",
        "Where a thread of a worker was.",
        [
            Field("main_thread", .flag, "Whether it was the thread of the callbacks.") { $0.isMainThread },
            Field("frames", frame.list, "The calls, the innermost first.") { $0.frames },
        ]
    )

    private static let frame = Shape<CrashReport.Frame>.object(
        "StackFrame",
        "A call on a stack.",
        [
            Field("library", Shape<String>.text.nullable, "The library.") { $0.library },
            Field("own", .flag, "Whether it is the extension's own library.") { $0.isOwn },
            Field("symbol", Shape<String>.text.nullable, "The function, as the library has it.") { $0.symbol },
            Field("demangled", Shape<String>.text.nullable, "The function for a person.") { $0.demangled },
            // Numbers of JSON do not hold all addresses.
            Field("address", .text, "The address in hexadecimal digits.") { hex($0.address) },
            Field("guess", .flag, "Whether the frame was found by looking through the stack.") { $0.isGuess },
        ]
    )

    private static func hex(_ address: UInt64) -> String { "0x" + String(address, radix: 16) }

    /// How a launch ended.
    package static let receipt = Shape<ExitReceipt>.object(
        "Receipt",
        "How a launch ended.",
        [
            Field("id", .integer, "The number of the launch.") { $0.id }, extensionID { $0.extensionID },
            Field("name", .text, "The name of the extension.") { $0.name },
            Field("device", .text, "The device.") { $0.device },
            Field("conversation", .text, "The conversation.") { $0.conversation },
            Field("launched", .moment, "When it was launched.") { $0.launched },
            Field("ended", .moment, "When it ended.") { $0.ended },
        ]
            + endFields { receipt, _ in (receipt.end, receipt.name) } + [
                Field("missing_layers", Shape<SandboxLayer>.name.list, "Layers of the sandbox that did not hold.") {
                    $0.missingLayers
                }
            ]
    )

    /// A worker that lives.
    package static let liveWorker = Shape<(worker: LiveWorker, now: Timestamp)>.object(
        "Worker",
        "A worker that lives.",
        [
            Field("id", .integer, "The number of the launch.") { $0.worker.id },
            Field("pid", .integer, "The number of the process.") { $0.worker.process },
            extensionID { $0.worker.extensionID },
            Field("name", .text, "The name of the extension.") { $0.worker.name },
            Field("device", .text, "The device.") { $0.worker.device },
            Field("conversation", .text, "The conversation.") { $0.worker.conversation },
            Field("state", .text, "What it does.") { $0.worker.state.rawValue },
            Field("launched", .moment, "When it was launched.") { $0.worker.launched },
            Field("age_ms", .integer, "How long ago that is, in milliseconds.") {
                $0.now.rawValue - $0.worker.launched.rawValue
            },
            Field("memory_kib", Shape<Int>.integer.nullable, "Its memory in KiB.") { $0.worker.memoryKiB },
            Field("cpu_us", Shape<Int64>.integer.nullable, "Its processor time in microseconds.") {
                $0.worker.cpuMicroseconds
            },
        ]
    )
}
