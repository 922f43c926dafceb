import Foundation
import MayflyCommands
import Testing

@Suite struct InterruptionTests {
    /// Whether the signal has its default action in this process.
    private static func isDefault(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
    }

    /// As long as no thread is free for a task, nothing that is written as one happens.
    @Test(arguments: [SIGINT, SIGTERM]) func aSecondSignalEndsAProcessInWhichNoTaskGetsAThread(number: Int32) async {
        await #expect(processExitsWith: .signal(number)) { [number = number as Int32] in
            try await Interruption.cancels {
                Thread.detachNewThread {
                    let end = ContinuousClock.now + .seconds(60)
                    kill(getpid(), number)
                    while !Self.isDefault(number), ContinuousClock.now < end { sched_yield() }
                    kill(getpid(), number)
                    while ContinuousClock.now < end { sched_yield() }
                    kill(getpid(), SIGKILL)
                }
                await withTaskGroup { group in
                    for _ in 0..<2 * ProcessInfo.processInfo.processorCount {
                        group.addTask { while true { sched_yield() } }
                    }
                }
            }
        }
    }
}
