internal import MayflyABI
internal import MayflyLinux
internal import MayflyModel
internal import MayflyStore
internal import MayflyWorkers

// Calls whose answers take time: they wait for the store or for a server, and the window does not wait with them.
extension ConversationWindow {
    /// Begins a call that is answered later; false for any other call. Throws where nothing is begun.
    func begin(_ call: Arguments, completion: UInt64, from source: RunningExtension) throws(MessageError) -> Bool {
        guard let service = try service(of: call, for: source.broker) else { return false }
        let waiting = openCalls[source.number] ?? 0
        guard waiting < host.policy.openCalls else {
            throw MessageError(.limitExceeded, "\(call.function.name): \(waiting) calls wait for their answers already")
        }
        openCalls[source.number] = waiting + 1
        let open = OpenCall(call: call, completion: completion, source: source)
        let deadline = Deadline(after: host.policy.service)
        source.lane.add { [weak self] in
            // What waited here while the host was used up is not begun any more.
            let isOverBudget = source.worker.isOverBudget
            let answer = await CPUAccounting.$account.withValue(source.worker) {
                await isOverBudget ? Self.overdrawn(call) : deadline.answer(call.function.name, service)
            }
            self?.post(.answered(open, answer))
        }
        return true
    }

    private static func overdrawn(_ call: Arguments) -> CallAnswer {
        CallAnswer(error: MessageError(.limitExceeded, "\(call.function.name): the host was kept busy for too long"))
    }

    /// The answer of such a call has come.
    func finish(_ open: OpenCall, _ answer: CallAnswer) async {
        let number = open.source.number
        openCalls[number] = openCalls[number].flatMap { $0 > 1 ? $0 - 1 : nil }
        await self.answer(open.call, answer, completion: open.completion, from: open.source)
        await drainIfPossible()
    }

    private func service(
        of call: Arguments,
        for broker: Broker
    ) throws(MessageError) -> (@Sendable () async throws -> CallAnswer)? {
        switch call.function.name {
        case "readSession": try readSession(call, broker)
        case "getState": try getState(call, broker)
        case "putState": try putState(call, broker)
        default: nil
        }
    }

    private func readSession(
        _ call: Arguments,
        _ broker: Broker
    ) throws(MessageError) -> @Sendable () async throws -> CallAnswer {
        guard let selected = machine.selected else {
            throw MessageError(.noSession, "readSession: no message is selected")
        }
        guard let scope = selected.sessionScope else {
            throw MessageError(.noSession, "readSession: the selected message has no session")
        }
        let (store, conversation, device) = (host.store, conversation.id, device.id)
        let skip = Int(clamping: call["skip"].unsigned ?? 0)
        let limit = Broker.limit(of: call)
        return {
            // One more than is asked for tells whether there are older ones.
            let items = try store.sessionItems(scope, in: conversation, on: device, newest: limit + 1, skipping: skip)
            return CPUAccounting.charge { broker.page(of: items, limit: limit) }
        }
    }

    private func getState(
        _ call: Arguments,
        _ broker: Broker
    ) throws(MessageError) -> @Sendable () async throws -> CallAnswer {
        let key = try broker.stateKey(of: call, in: conversation.id)
        let states = host.sessionStates
        return { CallAnswer(try await states.state(of: key)) }
    }

    private func putState(
        _ call: Arguments,
        _ broker: Broker
    ) throws(MessageError) -> @Sendable () async throws -> CallAnswer {
        let key = try broker.stateKey(of: call, in: conversation.id)
        let bytes = try Broker.stateBytes(of: call)
        let version = call["expected_version"].unsigned ?? 0
        let states = host.sessionStates
        return {
            CallAnswer(try await states.replaceState(of: key, expecting: version, with: bytes), expecting: version)
        }
    }
}
