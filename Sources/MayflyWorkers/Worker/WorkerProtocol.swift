internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel

extension Worker {
    func send(_ frame: Frame) { send(frame.bytes) }

    /// Sends the bytes of a frame.
    func send(_ bytes: [UInt8]) {
        record.bytesSent += bytes.count
        // A worker that is gone is noticed, with the cause of its end, by its process descriptor.
        guard process?.control.send(bytes) == true, let control = process?.control, control.isWaiting else {
            return
        }
        wantOutput(control.descriptor, true)
    }

    private func wantOutput(_ descriptor: Int32, _ isWanted: Bool) {
        if let token = process?.watches[descriptor] { loop.watchOutput(descriptor, token, isWanted) }
    }

    func controlIsReady() {
        if process?.control.isWaiting == true {
            _ = process?.control.flush()
            if let control = process?.control, !control.isWaiting { wantOutput(control.descriptor, false) }
        }
        readControl()
    }

    /// Completions come back on the control socket; this one is only written, and closed.
    func completionsAreReady() {
        guard let descriptor = process?.completions.descriptor else { return }
        let wasFull = leavesAnswers
        _ = process?.completions.flush()
        if process?.completions.isWaiting == false { wantOutput(descriptor, false) }
        if wasFull, !leavesAnswers { goOn() }
        if readAll(descriptor, { _ in }) { unwatch(descriptor) }
    }

    func sendCompletion(_ frame: Frame) {
        let bytes = frame.bytes
        record.bytesSent += bytes.count
        // A worker that is gone is noticed, with the cause of its end, by its process descriptor.
        guard process?.completions.send(bytes) == true, let socket = process?.completions, socket.isWaiting else {
            return
        }
        wantOutput(socket.descriptor, true)
    }

    func readControl() {
        guard let descriptor = process?.control.descriptor else { return }
        let isClosed = readAll(descriptor) {
            record.bytesReceived += $0.count
            frames.append($0)
        }
        takeFrames()
        guard isClosed else { return }
        unwatch(descriptor)
        endSoonUnlessEnding()
    }

    /// A process that ends closes its sockets a moment before it can be reaped, a longer one on a busy machine. One that lives
    /// on is ended; so is one that has begun to end and does not come to it, as when a thread outlives the first one.
    private func endSoonUnlessEnding(checks: Int = 50) {
        _ = loop.schedule(after: .milliseconds(100)) { [weak self] in
            self?.onLoop { worker in
                if checks > 0, worker.isEnding {
                    worker.endSoonUnlessEnding(checks: checks - 1)
                } else {
                    worker.end(.channelClosed)
                }
            }
        }
    }

    private var isEnding: Bool {
        let id = ownID
        guard let process else { return false }
        let hasEnded = mayfly_has_ended(process.report?.worker ?? process.descriptor, 0) == 1
        return hasEnded || id.map { ProcessStatus(of: $0)?.isEnding ?? true } == true
    }

    /// Takes what has come, up to the reports that may wait. Then the socket is left to fill up, which
    /// stops the extension in its next call until the owner has caught up; its deadline goes on.
    private func takeFrames() {
        do throws(WireError) {
            while !mustHoldBack(), let frame = try frames.next() { try take(frame) }
        } catch {
            end(.protocolViolation(error.description))
        }
        if mustHoldBack(), let descriptor = process?.control.descriptor { unwatch(descriptor) }
    }

    /// Whether nothing more is read until the owner has caught up, or the extension has taken the answers to what it asked.
    func mustHoldBack() -> Bool {
        if case .ending = state { return false }
        return leavesAnswers || reports.holdsBack()
    }

    /// Whether more answers wait for the extension than may. Its deadline for the first of them goes on.
    private var leavesAnswers: Bool { (process?.completions.waitingBytes ?? 0) > policy.waitingBytes }

    /// The owner has dealt with a call, a violation or a printed line that it was told of.
    ///
    /// It may say so on any thread, and goes on at once: in a flood the loop hears of it once for half of what may wait.
    package nonisolated func reportTaken() {
        guard reports.take() else { return }
        loop.run { [weak self] in self?.onLoop { $0.goOn() } }
    }

    private func goOn() {
        reportRest()
        guard let process else { return }
        watch(process.control.descriptor) { $0.controlIsReady() }
        readOutput()
        takeFrames()
    }

    private func take(_ frame: Frame) throws(WireError) {
        // Calls that a process made before it ended by itself count; what a killed one left in the socket does not.
        if case .ending(let cause) = state, !cause.mayHaveSpoken || frame.kind != .call { return }
        guard frame.instance == Self.instance || frame.kind.mayConcernNoInstance else {
            throw WireError("instance \(frame.instance) does not exist")
        }
        switch frame.kind {
        case .opened:
            guard case .opening = state, !isNegotiated else { throw WireError("the library was opened twice") }
            _ = try Table.opened.value(of: frame.payload)
            isNegotiated = true
        case .refused:
            end(.refused(reason: try Table.refused.value(of: frame.payload)["reason"].text ?? "it gave no reason"))
        case .instanceMade:
            guard case .opening = state else { throw WireError("an instance was made twice") }
            state = .open(running: nil)
            phase = nil
            watchVitals()
            record.times.opened = record.now
            sink(.opened)
        case .returned: try takeReturn(frame)
        case .call: try takeCall(frame)
        case .completionReturned: try takeCompletionReturn()
        case .violation: try takeViolation(frame)
        case .open, .makeInstance, .callback, .completion:
            throw WireError("a worker does not send frames of kind \(frame.kind)")
        }
    }

    private func takeReturn(_ frame: Frame) throws(WireError) {
        guard case .open(let running) = state, let running, running.token == frame.token,
            running.function.id == frame.function
        else { throw WireError("callback \(frame.function) returned without being called") }
        let result = try running.function.result(of: frame.payload)
        loop.cancel(running.deadline)
        isAwaited = false
        state = .open(running: nil)
        phase = nil
        sink(.returned(running.function, result, microseconds: running.started.microseconds(to: .now)))
    }

    private func takeCall(_ frame: Frame) throws(WireError) {
        guard let function = Table.function(frame.function), function.place == .host,
            let interface = Table.interface(of: frame.function), interface.side == .host
        else { throw WireError("host function \(frame.function) does not exist") }
        let arguments = try arguments(of: function, in: frame)
        guard countCall(of: frame.payload.count) else { return }
        // What the host writes down.
        if interface.id == Table.conversation.id || function.name == "putState" {
            guard countTransfer(of: frame.payload.count) else { return }
        }
        let completion = arguments["completion"].unsigned ?? 0
        guard function.name != "extend" else {
            return sink(.askedForTime(arguments, completion: completion, giveTime(arguments)))
        }
        sink(.called(arguments, completion: completion))
    }

    /// Reading the clocks takes as long as decoding a small frame, so that only large ones are on the extension's account.
    private func arguments(of function: Function, in frame: Frame) throws(WireError) -> Arguments {
        try CPUAccounting.charge(frame.payload.count < 4096 ? nil : self) { () throws(WireError) in
            try function.arguments(of: frame.payload)
        }
    }

    /// Counts a call, whether it can be carried out or not. False when it is one too many, and the end.
    private func countCall(of bytes: Int) -> Bool {
        calls += 1
        callMeter.add(1)
        guard !callMeter.isOver else {
            end(.exceeded(.calls, used: callMeter.used, limit: policy.calls.burst))
            return false
        }
        reports.add(bytes)
        return true
    }

    /// Counts bytes that the host keeps for the extension. False when they are too many, and the end.
    @discardableResult
    private func countTransfer(of bytes: Int) -> Bool {
        transferMeter.add(bytes)
        guard transferMeter.isOver else { return true }
        end(.exceeded(.transfer, used: transferMeter.used, limit: policy.transfer.burst))
        return false
    }

    /// The owner has read a file of so many bytes for a call of the extension's. It may say so on any thread.
    package nonisolated func noteTransfer(of bytes: Int) {
        loop.run { [weak self] in self?.onLoop { _ = $0.countTransfer(of: bytes) } }
    }

    private func takeCompletionReturn() throws(WireError) {
        guard pendingCompletions > 0 else { throw WireError("a completion returned that was not called") }
        pendingCompletions -= 1
        if let completionDeadline { loop.cancel(completionDeadline) }
        completionDeadline = nil
        if pendingCompletions > 0 { watchCompletions() }
        sink(.completionReturned)
    }

    func watchCompletions() {
        completionDeadline = loop.schedule(after: policy.callback) { [weak self] in
            self?.onLoop {
                $0.end(.unresponsive(callback: "completion", milliseconds: $0.policy.callback.milliseconds))
            }
        }
    }

    private func takeViolation(_ frame: Frame) throws(WireError) {
        let report = try Table.violation.value(of: frame.payload)
        let code = report["code"].int32.flatMap(MessageErrorCode.init(rawValue:)) ?? .unknown
        let name = Table.function(frame.function)?.name ?? "host function \(frame.function)"
        guard countCall(of: frame.payload.count) else { return }
        sink(.violated(function: name, MessageError(code, SafeText.line(report["message"].text ?? ""))))
    }

    /// Hands over what the descriptor has now. True when the other side has closed it.
    func readAll(_ descriptor: Int32, pieces: Int = 16, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        let piece = loop.scratch
        // Bounded, so that one worker that never stops writing cannot keep the loop from the others.
        for _ in 0..<pieces {
            let count = mayfly_read(descriptor, piece.baseAddress, piece.count)
            if count == -Int(EAGAIN) { return false }
            guard count > 0 else { return true }
            body(UnsafeRawBufferPointer(rebasing: piece[..<count]))
            if count < piece.count { return false }
        }
        return false
    }
}

extension Frame.Kind {
    /// Before there is an instance, and where a host handle names none.
    fileprivate var mayConcernNoInstance: Bool { self == .opened || self == .refused || self == .violation }
}
