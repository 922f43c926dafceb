internal import MayflyABI
internal import MayflyFetch
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

/// The calls whose answers take time: they wait for the store or for a server, and the window's events go on meanwhile.
struct CallServices: Sendable {
    /// Carries out one such call.
    typealias Service = @Sendable () async throws -> CallAnswer

    private let scope: WindowScope

    private var services: HostServices { scope.services }

    init(_ scope: WindowScope) { self.scope = scope }

    /// What carries out a call; `provided` is that of `providerCall`. Throws what refuses the call before it begins.
    func service(
        of function: ServiceFunction,
        _ call: Arguments,
        for source: RunningExtension,
        selected: Item?,
        grantedHosts: [NetworkHost],
        provided: ProviderCall?
    ) throws(MessageError) -> Service {
        let broker = source.broker
        switch function {
        case .readSession: return try readSession(call, for: source, selected)
        case .getState: return try getState(call, broker, states(for: source))
        case .putState: return try putState(call, broker, states(for: source))
        case .fetch: return try fetch(call, for: source, grantedHosts)
        case .readSettings: return readSettings(for: source)
        case .choosePhoto, .takePicture, .listProducts, .ownedProducts, .buyProduct, .requestPayment:
            guard let provided else {
                throw MessageError(.unknown, "\(function.rawValue): the host could not do it")
            }
            let (pictures, files) = (services.shownPictures, broker.coder.files)
            return {
                try await provided.answer(
                    decode: { bytes throws(MayflyError) in try await pictures.picture(bytes) },
                    keep: { picture throws(MessageError) in try files.place(picture) }
                )
            }
        }
    }

    /// The call of a provider; nil for a function that needs none. `picture` is where it waits in a window that provides the picture.
    func providerCall(
        _ function: ServiceFunction,
        _ call: Arguments,
        for source: RunningExtension,
        picture: PicturePlace? = nil
    ) throws(MessageError) -> ProviderCall? {
        let request = ProviderRequest(
            extensionID: source.bundle.id,
            name: source.bundle.manifest.shownName,
            device: scope.device,
            conversation: scope.conversation
        )
        var providers = services.providers
        if scope.provides.contains(.camera) { providers.camera = picture ?? PicturePlace() }
        if scope.provides.contains(.photos) { providers.photos = picture ?? PicturePlace() }
        return try ProviderCall(function, call, providers, request)
    }

    private func fetch(
        _ call: Arguments,
        for source: RunningExtension,
        _ granted: [NetworkHost]
    ) throws(MessageError) -> Service {
        let network = services.network
        let request = try CPUAccounting.charge { () throws(MessageError) in
            try NetworkRequest(call, reach: network.reach)
        }
        guard source.requestRate.take() else {
            let rate = source.policy.requests
            throw MessageError(
                .limitExceeded,
                "fetch: more requests than \(rate.burst) at once and \(rate.perSecond) in each second"
            )
        }
        let client = NetworkBroker.Client(
            account: source.worker,
            taken: { [worker = source.worker] in worker.noteTransfer(of: $0) },
            declared: source.bundle.manifest.networkHosts,
            granted: granted
        )
        return {
            let answer = try await network.fetch(request, for: client)
            return CPUAccounting.charge(client.account) { CallAnswer(answer) }
        }
    }

    private func readSession(
        _ call: Arguments,
        for source: RunningExtension,
        _ selected: Item?
    ) throws(MessageError) -> Service {
        guard let selected else {
            throw MessageError(.noSession, "readSession: no message is selected")
        }
        guard let scope = selected.sessionScope else {
            throw MessageError(.noSession, "readSession: the selected message has no session")
        }
        let (store, conversation, device) = (services.store, self.scope.conversation.id, self.scope.device.id)
        let (clock, coder, pace) = (services.clock, source.broker.coder, source.readingPace)
        let skip = Int(clamping: call["skip"].unsigned ?? 0)
        let empty = SessionPage(call)
        return {
            try await pace.wait()
            return try CPUAccounting.charge(pace) {
                var page = empty
                try store.walkSession(scope, in: conversation, on: device, skipping: skip, at: clock.now) { item in
                    page.add(coder.record(of: item, withFiles: false))
                }
                return page.answer
            }
        }
    }

    private func readSettings(for source: RunningExtension) -> Service {
        let (store, bundle, device) = (services.store, source.bundle, scope.device.id)
        return {
            try CPUAccounting.charge {
                let settings = try store.settings(of: bundle, on: device).map { state in
                    Value.record(
                        RecordValue(Table.setting, values: [.text(state.setting.key), .text(state.value.text)])
                    )
                }
                return CallAnswer(values: [.list(settings)])
            }
        }
    }

    private func states(for source: RunningExtension) -> SessionStates {
        SessionStates(services.sessionStates, in: services.store, under: source.install)
    }

    private func getState(
        _ call: Arguments,
        _ broker: Broker,
        _ states: SessionStates
    ) throws(MessageError) -> Service {
        let key = try broker.stateKey(of: call, in: scope.conversation.id)
        return { CallAnswer(try await states.state(of: key)) }
    }

    private func putState(
        _ call: Arguments,
        _ broker: Broker,
        _ states: SessionStates
    ) throws(MessageError) -> Service {
        let key = try broker.stateKey(of: call, in: scope.conversation.id)
        let bytes = try Broker.stateBytes(of: call)
        let version = call["expected_version"].unsigned ?? 0
        return {
            CallAnswer(try await states.replaceState(of: key, expecting: version, with: bytes), expecting: version)
        }
    }
}

/// The moment by which a call must be answered.
struct Deadline: Sendable {
    private let moment: ContinuousClock.Instant
    /// The whole time that the call had, for the error.
    private let allowance: Duration

    init(after allowance: Duration) {
        moment = .now + allowance
        self.allowance = allowance
    }

    /// The operation's answer, or an error: its own `MessageError`, or that it failed or took too long. `name` is what
    /// the error calls it.
    ///
    /// At the deadline the operation is cancelled; this returns when the operation has ended.
    func answer(_ name: String, _ operation: @escaping CallServices.Service) async -> CallAnswer {
        await Self.answer(name) { try await value(name, operation) }
    }

    /// The same for an operation that has deadlines of its own.
    static func answer(_ name: String, _ operation: CallServices.Service) async -> CallAnswer {
        do {
            return try await operation()
        } catch let error as MessageError {
            return CallAnswer(error: error)
        } catch {
            // The error may name files, servers or people, and no extension is told of these.
            return CallAnswer(error: MessageError(.unknown, "\(name): the host could not do it"))
        }
    }

    /// What the operation gives, or throws. At the deadline it is cancelled, and this throws `.timedOut` with what that means.
    func value<Value: Sendable>(
        _ name: String,
        whichMeans meaning: String = "it may have happened or not",
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await withThrowingTaskGroup(of: Value.self) { group in
                group.addTask(operation: operation)
                group.addTask {
                    try await Task.sleep(until: moment, clock: .continuous)
                    throw CancellationError()
                }
                defer { group.cancelAll() }
                guard let value = try await group.next() else { throw CancellationError() }
                return value
            }
        } catch is CancellationError {
            let reason = "\(name): no answer within \(allowance.milliseconds) ms; \(meaning)"
            throw MessageError(.timedOut, reason)
        }
    }
}

extension CallAnswer {
    /// The answer to `fetch`.
    fileprivate init(_ answer: NetworkBroker.Answer) {
        let headers = answer.head.headers.map { header in
            Value.record(RecordValue(Table.header, values: [.text(header.name), .text(header.value)]))
        }
        self.init(values: [.unsigned(UInt64(clamping: answer.head.status)), .list(headers), .bytes(answer.body)])
    }
}
