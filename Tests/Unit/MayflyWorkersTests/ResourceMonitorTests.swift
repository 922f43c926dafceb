import Foundation
import Testing

@testable import MayflyLinux
@testable import MayflyModel
@testable import MayflyWorkers

/// What a worker may use of the machine and of the host, in virtual time.
@Suite struct ResourceMonitorTests {
    private typealias Finding = ResourceMonitor.Finding
    private typealias Reading = ResourceMonitor.Reading

    private let start = Moment.now

    private func after(_ milliseconds: Int) -> Moment { start + .milliseconds(milliseconds) }

    private func monitor(_ change: (inout Policy) -> Void) -> ResourceMonitor {
        var policy = Policy()
        change(&policy)
        return ResourceMonitor(policy)
    }

    // MARK: Calls, transfers and the host's time

    @Test func allowsABurstOfCallsAndThenSoManyASecond() {
        var monitor = monitor { $0.calls = Policy.Rate(burst: 3, perSecond: 10) }
        for _ in 0..<3 { #expect(monitor.countCall(at: start) == nil) }
        #expect(monitor.countCall(at: after(100)) == nil)
        #expect(monitor.countCall(at: after(100)) == .exceeded(.calls, used: 4, limit: 3))
    }

    @Test func countsTransferredBytesApartFromCalls() {
        var monitor = monitor {
            $0.calls = Policy.Rate(burst: 1, perSecond: 1)
            $0.transfer = Policy.Rate(burst: 1000, perSecond: 100)
        }
        #expect(monitor.countTransfer(of: 1000, at: start) == nil)
        #expect(monitor.countTransfer(of: 100, at: after(1000)) == nil)
        #expect(monitor.countTransfer(of: 5, at: after(1000)) == .exceeded(.transfer, used: 1005, limit: 1000))
        #expect(monitor.countCall(at: after(1000)) == nil)
    }

    @Test func tellsTheHostsTimeInMillisecondsRoundedUp() {
        let monitor = monitor { $0.hostBudget = .seconds(2) }
        let excess = monitor.hostTimeExceeded(.microseconds(2_000_001))
        #expect(excess == .exceeded(.hostTime, used: 2001, limit: 2000))
    }

    // MARK: When the process is measured

    @Test func measuresAnIdleProcessLessOftenUntilItIsCalled() {
        var monitor = monitor { $0.vitalSigns = .milliseconds(100) }
        var delays = [monitor.delay]
        for _ in 0..<4 {
            #expect(monitor.isActive(cpuTime: .zero) == false)
            delays.append(monitor.delay)
        }
        #expect(delays == [100, 200, 400, 800, 800].map { .milliseconds($0) })
        #expect(monitor.isAtRest)
        #expect(monitor.wake() == true)
        #expect(monitor.delay == .milliseconds(100))
        #expect(!monitor.isAtRest)
        #expect(monitor.wake() == false, "the next check is not to come earlier than it does")
    }

    @Test func aProcessThatUsedProcessorTimeIsActive() {
        var monitor = monitor { $0.vitalSigns = .milliseconds(100) }
        #expect(monitor.isActive(cpuTime: nil) == false, "a process that is gone cannot be asked")
        #expect(monitor.isActive(cpuTime: .microseconds(1)) == true)
        #expect(monitor.delay == .milliseconds(100))
        #expect(monitor.isActive(cpuTime: .microseconds(1)) == false)
        #expect(monitor.isActive(cpuTime: .microseconds(2)) == true)
    }

    // MARK: Processor time

    /// A monitor that has begun, of a process that may use two seconds in ten.
    private func cpuMonitor() -> ResourceMonitor {
        var monitor = monitor {
            $0.cpuBudget = .seconds(2)
            $0.cpuWindow = .seconds(10)
        }
        monitor.begin(at: start)
        return monitor
    }

    private func use(_ time: Duration, at moment: Moment, _ monitor: inout ResourceMonitor) -> Finding {
        #expect(monitor.isActive(cpuTime: time) == true)
        return monitor.judge(Reading(), at: moment)
    }

    @Test func limitsProcessorTimeWithinTheWindow() {
        var monitor = cpuMonitor()
        #expect(use(.seconds(2), at: after(3000), &monitor) == Finding())
        let excess = use(.microseconds(2_000_001), at: after(4000), &monitor)
        #expect(excess == Finding(excess: .exceeded(.cpu, used: 2001, limit: 2000)))
    }

    @Test func forgetsProcessorTimeFromBeforeTheWindow() {
        var monitor = cpuMonitor()
        #expect(use(.seconds(2), at: after(3000), &monitor) == Finding())
        #expect(use(.seconds(3), at: after(12_000), &monitor) == Finding())
        let excess = use(.milliseconds(4001), at: after(12_900), &monitor)
        #expect(excess == Finding(excess: .exceeded(.cpu, used: 2001, limit: 2000)))
    }

    /// An idle process is looked at, too: all that it uses after a rest counts.
    @Test func countsTheFirstProcessorTimeAfterALongRest() {
        var monitor = cpuMonitor()
        #expect(use(.seconds(1), at: after(100), &monitor) == Finding())
        for look in 1...30 {
            #expect(monitor.isActive(cpuTime: .seconds(1), at: after(100 + look * 800)) == false)
        }
        let excess = use(.milliseconds(3001), at: after(24_900), &monitor)
        #expect(excess == Finding(excess: .exceeded(.cpu, used: 2001, limit: 2000)))
    }

    /// What it used before counts as soon as it is ready: the launch is part of the window.
    @Test func judgesNoProcessorTimeBeforeTheProcessIsReady() {
        var monitor = monitor { $0.cpuBudget = .seconds(2) }
        #expect(!monitor.hasBegun)
        #expect(use(.seconds(100), at: start, &monitor) == Finding())
        monitor.begin(at: start)
        #expect(monitor.hasBegun)
        let excess = monitor.judge(Reading(), at: after(100))
        #expect(excess == Finding(excess: .exceeded(.cpu, used: 100_000, limit: 2000)))
    }

    // MARK: Memory

    private func memoryMonitor() -> ResourceMonitor {
        var monitor = monitor { $0.memoryLimitKiB = 1000 }
        monitor.becomeReady()
        return monitor
    }

    private func excess(ofMemory used: Int) -> Finding {
        Finding(excess: .exceeded(.memory, used: used, limit: 1000))
    }

    @Test func warnsOnceAtFourFifthsAndEndsAtTheLimit() {
        var monitor = memoryMonitor()
        let uses = [799, 800, 999, 500, 900]
        let warnings = uses.map { monitor.judge(Reading(privateKiB: $0)) }
        #expect(warnings == [Finding(), Finding(shortMemory: 800), Finding(), Finding(), Finding()])
        #expect(monitor.judge(Reading(privateKiB: 1000)) == excess(ofMemory: 1000))
    }

    @Test func warnsOneThatPassesTheLimitBetweenTwoChecksAndDecidesAtTheNext() {
        var monitor = memoryMonitor()
        #expect(monitor.isActive(cpuTime: .seconds(1)) == true)
        #expect(monitor.judge(Reading(privateKiB: 1999)) == Finding(shortMemory: 1999))
        #expect(monitor.isActive(cpuTime: .seconds(1)) == true, "it is checked although it did nothing")
        var other = monitor
        #expect(monitor.judge(Reading(privateKiB: 1000)) == excess(ofMemory: 1000))

        #expect(other.judge(Reading(privateKiB: 999)) == Finding())
        #expect(other.isActive(cpuTime: .seconds(1)) == false)
    }

    @Test func warnsNobodyWhoHasTwiceTheLimit() {
        var monitor = memoryMonitor()
        #expect(monitor.judge(Reading(privateKiB: 2000)) == excess(ofMemory: 2000))
    }

    @Test func warnsNobodyBeforeItIsReadyAndHoldsTheLimit() {
        var monitor = monitor { $0.memoryLimitKiB = 1000 }
        #expect(monitor.judge(Reading(privateKiB: 1999)) == Finding())
        var ready = monitor
        #expect(monitor.judge(Reading(privateKiB: 1000)) == excess(ofMemory: 1000))

        ready.becomeReady()
        #expect(ready.judge(Reading(privateKiB: 900)) == Finding(shortMemory: 900))
    }

    // MARK: Locks and watches

    /// A monitor of a process that may hold 10 locks and 5 watches, and has used 20 ms.
    private func recordMonitor() -> ResourceMonitor {
        var monitor = monitor { ($0.locks, $0.watches) = (10, 5) }
        #expect(monitor.isActive(cpuTime: .milliseconds(20)) == true)
        return monitor
    }

    @Test func limitsLocks() {
        var monitor = recordMonitor()
        #expect(monitor.beginRecordCount() == true)
        #expect(monitor.endRecordCount(DescriptorRecords(locks: 10), cost: .zero) == nil)
        #expect(monitor.endRecordCount(nil, cost: .zero) == nil)
        let excess = monitor.endRecordCount(DescriptorRecords(locks: 11), cost: .zero)
        #expect(excess == .exceeded(.locks, used: 11, limit: 10))
    }

    @Test func limitsWatches() {
        var monitor = recordMonitor()
        #expect(monitor.beginRecordCount() == true)
        #expect(monitor.endRecordCount(DescriptorRecords(watches: 5), cost: .zero) == nil)
        let excess = monitor.endRecordCount(DescriptorRecords(watches: 6), cost: .zero)
        #expect(excess == .exceeded(.watches, used: 6, limit: 5))
    }

    @Test func countsRecordsOnceForSomeProcessorTimeOfTheProcess() {
        var monitor = recordMonitor()
        #expect(monitor.beginRecordCount() == true)
        #expect(monitor.isActive(cpuTime: .milliseconds(100)) == true)
        #expect(monitor.beginRecordCount() == false, "a count is under way")
        #expect(monitor.endRecordCount(DescriptorRecords(), cost: .zero) == nil)
        #expect(monitor.beginRecordCount() == true)
        #expect(monitor.endRecordCount(DescriptorRecords(), cost: .zero) == nil)
        #expect(monitor.isActive(cpuTime: .milliseconds(119)) == true)
        #expect(monitor.beginRecordCount() == false)
    }

    @Test func countsRecordsLessOftenWhereThatTakesLong() {
        var monitor = recordMonitor()
        #expect(monitor.beginRecordCount() == true)
        #expect(monitor.endRecordCount(DescriptorRecords(), cost: .milliseconds(10)) == nil)
        #expect(monitor.isActive(cpuTime: .milliseconds(219)) == true)
        #expect(monitor.beginRecordCount() == false)
        #expect(monitor.isActive(cpuTime: .milliseconds(220)) == true)
        #expect(monitor.beginRecordCount() == true)
    }

    // MARK: Threads and writing

    @Test func limitsThreads() {
        var monitor = monitor { $0.threads = 4 }
        #expect(monitor.judge(Reading(threads: 4)) == Finding())
        #expect(monitor.judge(Reading(threads: 5)) == Finding(excess: .exceeded(.threads, used: 5, limit: 4)))
    }

    @Test func limitsAllThatIsWrittenToAMultipleOfTheFolder() {
        var monitor = monitor {
            $0.storageBytes = 1000
            $0.rewrites = 4
        }
        #expect(monitor.judge(Reading(writtenBytes: 4000)) == Finding())
        let excess = monitor.judge(Reading(writtenBytes: 4001))
        #expect(excess == Finding(excess: .exceeded(.writing, used: 4001, limit: 4000)))
    }

    @Test func allowsABurstOfReadsFromDisksAndThenSoManyASecond() {
        var monitor = monitor { $0.reads = Policy.Rate(burst: 1000, perSecond: 100) }
        #expect(monitor.judge(Reading(readBytes: 1000), at: start) == Finding())
        #expect(monitor.judge(Reading(readBytes: 1000), at: after(500)) == Finding())
        #expect(monitor.judge(Reading(readBytes: 1100), at: after(1000)) == Finding())
        let excess = monitor.judge(Reading(readBytes: 1101), at: after(1000))
        #expect(excess == Finding(excess: .exceeded(.reading, used: 1001, limit: 1000)))
    }

    @Test func namesOneExceededLimitAndWarnsBesides() {
        var monitor = monitor {
            ($0.memoryLimitKiB, $0.threads, $0.storageBytes, $0.rewrites) = (1000, 4, 1000, 1)
        }
        monitor.becomeReady()
        let threads = WorkerEnd.Cause.exceeded(.threads, used: 5, limit: 4)
        let finding = monitor.judge(Reading(privateKiB: 900, threads: 5, writtenBytes: 1001))
        #expect(finding == Finding(shortMemory: 900, excess: threads))
        #expect(monitor.judge(Reading(privateKiB: 1000, threads: 5, writtenBytes: 1001)) == excess(ofMemory: 1000))
    }

    @Test func aProcessThatCannotBeMeasuredWithoutItsFirstThreadIsEnded() {
        var monitor = memoryMonitor()
        #expect(monitor.judge(Reading(threads: 1)) == Finding())
        guard case .protocolViolation(let reason) = monitor.judge(Reading(hasLostFirstThread: true)).excess else {
            Issue.record("it goes on")
            return
        }
        #expect(reason.contains("first thread"))
    }

    /// Threads that each make the next one and end are never seen to go on, and use processor time from check to check.
    @Test func aProcessThatDoesNotEndAfterItsFirstThreadIsEnded() {
        var monitor = memoryMonitor()
        let ending = Reading(hasEndedFirstThread: true)
        for _ in 0..<3 { #expect(monitor.judge(ending) == Finding()) }
        #expect(monitor.judge(Reading(privateKiB: 1)) == Finding())
        for _ in 0..<3 { #expect(monitor.judge(ending) == Finding()) }
        guard case .protocolViolation = monitor.judge(ending).excess else {
            Issue.record("it goes on")
            return
        }
    }

    // MARK: The kernel

    @Test func readsAProcessThatLivesAndNothingOfOneThatIsGone() throws {
        // Touched, so that this process has it and the other one has not.
        let own = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 20, alignment: 16)
        defer { own.deallocate() }
        _ = own.initializeMemory(as: UInt8.self, repeating: 7)
        #expect(try #require(Reading(of: getpid()).privateKiB) >= 64 << 10)

        let (process, input) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/cat")
        process.standardInput = input
        try process.run()
        let reading = Reading(of: process.processIdentifier)
        #expect((1..<64 << 10).contains(try #require(reading.privateKiB)))
        #expect(reading.threads == 1)
        #expect(reading.writtenBytes == 0)
        #expect(reading.readBytes != nil)

        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        let last = Reading(of: process.processIdentifier)
        #expect(last.privateKiB == nil)
        #expect(last.threads == nil)
        #expect(last.writtenBytes == nil)
        #expect(!last.hasLostFirstThread)
    }
}
