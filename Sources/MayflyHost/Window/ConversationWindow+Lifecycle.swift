internal import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel
internal import MayflyViews
internal import MayflyWorkers

extension ConversationWindow {
    /// Does one thing that the life cycle asks for.
    func carryOut(_ action: LifecycleMachine.Action) async {
        switch action {
        case .spawn(let id, let style):
            // The person's affair, whoever's end made room for it.
            await CPUAccounting.$account.withValue(nil) { await spawn(id, style) }
        case .call(let callback): await call(callback)
        case .drain:
            running?.isDraining = true
            await drainIfPossible()
        case .launched:
            await running?.worker.launchCompleted()
            running?.record.state = .active
            if let running { book.note(running.record) }
        case .styleChanged: announceView()
        case .disconnect: break
        case .retire: await retire()
        case .showKeyboard: observer(.keyboard(isShown: !draft.isEmpty))
        case .suppressed(let callback): reportSuppressed(callback)
        case .vanished(let id): show(.none, of: id)
        }
    }

    /// D-14: the callback was due, but its extension is not active any more.
    func reportSuppressed(_ callback: Callback) {
        let line = "\(callback.name) is not delivered: the extension is not active"
        guard case .didStartSending(let item) = callback else { return report(.info, line) }
        observer(.log(item.origin?.extensionID, .info, line))
    }

    private func spawn(_ id: ExtensionID, _ style: PresentationStyle) async {
        let number = nextWorkerNumber()
        // How the extension before this one ended is its own affair.
        failure = nil
        var attempt = LaunchAttempt()
        do throws(MayflyError) {
            guard let bundle = chosen[id] else {
                throw MayflyError(.unknownExtension, "no extension '\(id)' was opened")
            }
            let isOnProbation = try host.requireRested(bundle)
            attempt.place = try await takePlace(for: bundle)
            running = try await launch(bundle, style, number, &attempt, isOnProbation: isOnProbation)
        } catch {
            running = nil
            failure = error
            await attempt.worker?.finish()
            if let place = attempt.place { await host.live.leave(place) }
            if let record = attempt.record { noteFailedLaunch(record, error) }
            await advance(.ended)
        }
    }

    private func takePlace(for bundle: ExtensionBundle) async throws(MayflyError) -> LiveWorkers.Slot {
        do throws(MayflyError) {
            return try await host.live.take(of: host.policy.liveWorkers)
        } catch {
            let name = SafeText.line(bundle.manifest.name)
            throw MayflyError(error.code, "\(name) cannot be opened: \(error.message)", cause: error)
        }
    }

    private func launch(
        _ bundle: ExtensionBundle,
        _ style: PresentationStyle,
        _ number: Int,
        _ attempt: inout LaunchAttempt,
        isOnProbation: Bool
    ) async throws(MayflyError) -> RunningExtension {
        var record = newRecord(number, of: bundle)
        attempt.record = record
        let order = try host.order(for: bundle, device: device, style: style)
        let library = FileStamp(descriptor: order.library)
        let missing = try await host.admit(order)
        record.missingLayers = missing.keys.sorted { $0.rawValue < $1.rawValue }
        attempt.record = record
        let lacking = missing.filter { host.confinement.layers.contains($0.key) }
        if !lacking.isEmpty { observer(.unconfined(bundle.id, missing: lacking)) }
        let policy = host.policy.lowered(by: bundle.manifest.limits)
        let worker = Worker(launcher: host.launcher, policy: policy, loop: host.loop) { [weak self] event in
            self?.post(.worker(number, event))
        }
        // What it reports comes through the queue, after this.
        let folders = try await worker.start(order)
        attempt.worker = worker
        let broker = try host.broker(for: bundle, in: worker, device: device, members: members, folders: folders) {
            [observer] line in observer(.log(bundle.id, .warning, line))
        }
        return RunningExtension(
            number: number,
            bundle: bundle,
            worker: worker,
            broker: broker,
            lane: services.openLane(),
            record: record,
            policy: policy,
            place: attempt.place,
            library: library,
            isOnProbation: isOnProbation
        )
    }

    private func call(_ callback: Callback) async {
        guard let running, let row = Table.callback(named: callback.name) else { return }
        self.running?.callback = callback
        let arguments = CPUAccounting.charge {
            let arguments = running.broker.arguments(of: callback, in: machine)
            observer(
                .callback(
                    running.bundle.id,
                    name: callback.name,
                    arguments: JSONValue(Arguments(function: row, values: arguments))
                )
            )
            return arguments
        }
        let deadline = callback.isResign ? running.policy.resign : running.policy.callback
        await running.worker.callBack(row, arguments, deadline: deadline, mayTakeMoreTime: callback.isResign)
    }

    func drainIfPossible() async {
        guard let running, running.isDraining, running.completions == 0, openCalls[running.number] == nil else {
            return
        }
        self.running?.isDraining = false
        await advance(.drained)
    }

    /// The extension is off the screen; its process lingers, frozen, or goes at once.
    private func retire() async {
        guard let running else { return }
        self.running = nil
        show(.none, of: running.bundle.id)
        var lingerer = running
        lingerer.record.state = .lingering
        lingering[running.number] = lingerer
        book.note(lingerer.record)
        let linger = running.policy.linger
        guard linger > .zero, !isShuttingDown else { return await running.worker.finish() }
        await endOldestLingerers()
        await running.worker.freeze()
        await host.live.linger(running.place, running.worker)
        await running.worker.finish(after: linger)
    }

    private func endOldestLingerers() async {
        let surplus = lingering.count - host.policy.lingerers
        guard surplus > 0 else { return }
        for number in lingering.keys.sorted().prefix(surplus) { await lingering[number]?.worker.finish() }
    }

    // MARK: What workers report

    func take(_ event: WorkerEvent, from source: RunningExtension) async {
        let id = source.bundle.id
        switch event {
        case .spawned(let process):
            running?.processID = process
            running?.record.process = process
            if let running { book.note(running.record) }
            observer(.process(id, .spawned, id: process))
        case .opened: await advance(.opened)
        case .returned(_, let result, let microseconds):
            reportIfSlow(.microseconds(microseconds))
            await returned(result.unsigned ?? 0)
        case .called(let call, let completion):
            // Of one that has used the host up, not even what it had asked for before is done.
            if !source.worker.isOverBudget { await take(call, completion: completion, from: source) }
            source.worker.reportTaken()
        case .askedForTime(let call, let completion, let outcome):
            await take(call, completion: completion, outcome, from: source)
            source.worker.reportTaken()
        case .completionReturned:
            guard running?.number == source.number else { return }
            running?.completions -= 1
            await drainIfPossible()
        case .violated(let function, let error):
            observer(.call(id, name: function, arguments: .null, error: error))
            source.worker.reportTaken()
        case .printed(let line):
            observer(.log(id, .info, SafeText.line(line, limit: 4096)))
            source.worker.reportTaken()
        case .memoryIsShort(let use, let limit):
            guard running?.number == source.number else { return }
            report(.warning, "it uses \(use / 1024) MiB of memory, and may use \(limit / 1024)")
            await advance(.memoryWarning)
        case .killed: observer(.process(id, .killed, id: source.processID))
        case .ended(let end, let box): await ended(source, end, box)
        }
    }

    private func returned(_ result: UInt64) async {
        let callback = running?.callback
        running?.callback = nil
        await advance(.returned(result: result))
        // The browser is shown anew once, when its last sticker has come.
        guard case .stickerAt = callback else { return }
        if case .stickerAt = running?.callback { return }
        announceView()
    }

    private func ended(_ source: RunningExtension, _ end: WorkerEnd, _ box: BlackBox?) async {
        let id = source.bundle.id
        source.lane.close()
        let end = await explained(end, box, of: source)
        switch end.cause {
        case .crashed: observer(.process(id, .crashed, id: source.processID))
        case .exited: observer(.process(id, .exited, id: source.processID))
        default: break
        }
        observer(.process(id, .reaped, id: source.processID))
        observer(.receipt(id, end))
        var record = source.record
        record.ending = LaunchRecord.Ending(end: end, at: host.clock.now)
        book.note(record)
        await host.live.leave(source.place)
        remember(end, of: source)
        guard lingering.removeValue(forKey: source.number) == nil else { return }
        running = nil
        failure = end.failure(of: source.bundle.manifest.name)
        await advance(.ended)
    }
}
