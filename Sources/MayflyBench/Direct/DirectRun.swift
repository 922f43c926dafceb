internal import MayflyABI
package import MayflyBundles
package import MayflyHost
package import MayflyModel
package import MayflyStore
package import MayflyViews
package import MayflyWorkers

/// One extension that runs without a window and without a conversation: life cycle, broker and worker on the event loop.
/// Insertions into the input field are passed to the owner.
///
/// Measurements and load tests use it, because it waits neither for a database nor for another thread.
package actor DirectRun: LoopActor {
    /// The reports to the owner, in order, on the event loop.
    package enum Report: Sendable {
        /// The process that the host started; with a PID namespace, its process 1.
        case spawned(process: Int32)
        /// A callback returned.
        case returned(Callback)
        /// The extension is on screen: `viewDidAppear` has returned.
        case launched
        /// An insertion into the input field, checked by the broker.
        indirect case inserted(ItemContent)
        /// A call was refused.
        indirect case refused(MessageError)
        /// No callback is running: the next action may come.
        case idle
        /// It has resigned and is being ended.
        case retired
        indirect case ended(WorkerEnd)
    }

    private let bundle: ExtensionBundle
    private let home: HomeFolder
    private let policy: Policy
    private let launcher: any WorkerLauncher
    package nonisolated let loop: EventLoop
    private let owner: @Sendable (Report) -> Void
    private var machine = LifecycleMachine()
    private var worker: Worker?
    private var broker: Broker?
    private var callback: Callback?
    /// Whether the instance was made before the process was reported.
    private var isOpenedEarly = false

    /// - Parameter home: the folder for the private folder. No database is created.
    package init(
        _ bundle: ExtensionBundle,
        home: HomeFolder,
        launcher: any WorkerLauncher,
        policy: Policy = Policy(),
        loop: EventLoop,
        owner: @escaping @Sendable (Report) -> Void
    ) {
        self.bundle = bundle
        self.home = home
        self.launcher = launcher
        self.policy = policy
        self.loop = loop
        self.owner = owner
    }

    // MARK: Requests of the owner

    /// Starts the process. The library is opened and checked first, as in a window.
    package func open(as device: DeviceID) async throws(MayflyError) {
        guard worker == nil else { throw MayflyError(.internalFault, "an extension is run only once") }
        _ = machine.handle(.open(bundle.id, selecting: nil))
        let places = ExtensionFolders(named: "\(device)-\(bundle.id)", in: home)
        try places.make()
        let (folder, received) = (places.privateFolder, places.received)
        let order = try LaunchRequest(
            opening: bundle,
            privateFolder: folder,
            receivedFolder: received,
            style: machine.style
        )
        // This value and the worker retain each other until the worker has ended or could not be started.
        let worker = Worker(launcher: launcher, policy: policy, loop: loop) { event in
            self.onLoop(event) { $0.take($1) }
        }
        self.worker = worker
        do throws(MayflyError) {
            broker = makeBroker(folder, received, try await worker.start(order), device, worker)
        } catch {
            self.worker = nil
            throw error
        }
        if isOpenedEarly { advance(.opened) }
    }

    /// Simulates a tap on an action of the view. False when the extension is not ready for it.
    @discardableResult
    package func perform(_ submission: Submission) -> Bool {
        guard machine.isIdle, machine.isConnected else { return false }
        advance(.performed(submission))
        return true
    }

    /// Closes the extension: it resigns, and its process is ended at once.
    package func close() { advance(.close) }

    /// Kills the process without the resign callbacks.
    package func kill() { worker?.onLoop { $0.finish() } }

    // MARK: The life cycle

    private func advance(_ event: LifecycleMachine.Event) {
        for action in machine.handle(event) { carryOut(action) }
        if machine.isIdle, worker != nil { owner(.idle) }
    }

    private func carryOut(_ action: LifecycleMachine.Action) {
        switch action {
        case .call(let callback): call(callback)
        case .drain: advance(.drained)
        case .launched:
            worker?.onLoop { $0.launchCompleted() }
            owner(.launched)
        case .retire:
            owner(.retired)
            kill()
        default: break
        }
    }

    private func call(_ callback: Callback) {
        guard let worker, let broker else { return }
        self.callback = callback
        let arguments = broker.arguments(of: callback, in: machine)
        let deadline = callback.isResign ? policy.resign : policy.callback
        let mayTakeMoreTime = callback.isResign
        worker.onLoop((callback.row, arguments, deadline)) {
            $0.callBack($1.0, $1.1, deadline: $1.2, mayTakeMoreTime: mayTakeMoreTime)
        }
    }

    private func answer(_ call: Arguments, _ completion: UInt64, _ answer: CallAnswer) {
        if completion != 0 { worker?.onLoop { $0.complete(completion, of: call.function, with: answer) } }
        worker?.reportTaken()
    }

    private func take(_ event: WorkerEvent) {
        switch event {
        case .spawned(let process): owner(.spawned(process: process))
        case .opened where broker == nil: isOpenedEarly = true
        case .opened: advance(.opened)
        case .returned(_, let result, _):
            if let callback { owner(.returned(callback)) }
            callback = nil
            advance(.returned(result: result.unsigned ?? 0))
        case .called(let function, let call, let completion): answer(call, completion, carryOut(function, call))
        case .askedForTime(let call, let completion, .success): answer(call, completion, CallAnswer())
        case .askedForTime(let call, let completion, .failure(let error)):
            answer(call, completion, CallAnswer(error: error))
        case .violated(_, let error):
            owner(.refused(error))
            worker?.reportTaken()
        case .printed: worker?.reportTaken()
        case .completionReturned, .memoryIsShort, .waiting, .killed, .warned: break
        case .ended(let end, _):
            worker = nil
            _ = machine.handle(.ended)
            owner(.ended(end))
        }
    }

    /// Checks a call as a window does. Calls that need a window are accepted and ignored.
    private func carryOut(_ function: HostFunction, _ call: Arguments) -> CallAnswer {
        do throws(MessageError) {
            if call.function.state == .active, !machine.isConnected {
                throw MessageError(.notActive, "\(call.function.name): the extension is not active")
            }
            if case .draft(let insertion) = function, let broker {
                owner(.inserted(try broker.item(for: insertion, call).content))
            }
            return CallAnswer()
        } catch {
            owner(.refused(error))
            return CallAnswer(error: error)
        }
    }

    private func makeBroker(
        _ folder: String,
        _ received: String,
        _ folders: WorkerFolders,
        _ device: DeviceID,
        _ worker: Worker
    ) -> Broker {
        let files = ExtensionFiles(
            privateFolder: folder,
            received: ReceivedFolder(received),
            bundleFolder: bundle.folder,
            seen: folders,
            media: MediaStore(home: home),
            taken: { [weak worker] in worker?.noteTransfer(of: $0) },
            count: { (_, store) throws(MayflyError) in
                try store(true)
                return nil
            },
            warn: { _ in }
        )
        let identities = Identities(salt: device.value.bytes, local: device.ownPerson, remote: [ParticipantID()])
        return Broker(
            coder: MessageCoder(identities: identities, files: files),
            local: device.ownPerson,
            bundle: bundle
        )
    }
}
