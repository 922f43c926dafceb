internal import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
internal import MayflyModel

/// What the extension of a window may do with the permission of the person, and the one question that the person is asked.
final class PermissionDesk {
    /// A call that needs a permission.
    struct Waiting: Sendable {
        let function: ServiceFunction
        let call: OpenCall
    }

    /// What becomes of a call.
    enum Standing {
        case mayBegin
        /// The person is asked; the call is among those that `answer` or `withdraw` gives.
        case waits
    }

    private struct Open {
        let question: PermissionQuestion
        var waiting: [Waiting]
    }

    /// How many calls wait for the answer to one question.
    private static let mostWaiting = 16

    private let scope: WindowScope
    private var open: Open?
    private var lastNumber = 0
    /// When the person touched the view of the extension last; nil where that led to a question already.
    private var touched: ContinuousClock.Instant?
    /// What was granted until the worker of that number ends.
    private var once: (worker: Int, permissions: Set<PermissionName>) = (0, [])

    /// What is granted for good to the worker of that number. It counts while nothing in the home folder has changed, and for a
    /// moment only, in case that cannot be told.
    private var known: (worker: Int, mark: UInt64, moment: ContinuousClock.Instant, permissions: Set<PermissionName>)?
    private static let longestKnown = Duration.seconds(1)

    init(_ scope: WindowScope) { self.scope = scope }

    /// The question that the person is asked.
    var question: PermissionQuestion? { open?.question }

    /// The person has touched the view of the extension.
    func noteTouch() { touched = .now }

    /// Another extension runs now, or none.
    func forgetTouch() { touched = nil }

    // MARK: Calls

    /// Whether a call may begin, has to wait for the person, or is refused.
    func admit(_ function: ServiceFunction, _ call: OpenCall) throws(MessageError) -> Standing {
        switch function {
        case .readSession, .getState, .putState, .readSettings: return .mayBegin
        case .fetch:
            let request = try CPUAccounting.charge { () throws(MessageError) in
                try NetworkRequest(call.call, reach: scope.services.network.reach)
            }
            let hosts = call.source.bundle.manifest.networkHosts.filter { $0.contains(request.url.host) }
            // The person is asked for the name that says most.
            let names = hosts.sorted { $0.description.utf8.count > $1.description.utf8.count }.map(
                PermissionName.network
            )
            guard let first = names.first else {
                throw MessageError(.notDeclared, "fetch: \(Self.lack(of: "network:\(request.url.host)"))")
            }
            return try admit(Waiting(function: function, call: call), asking: first, orHaving: names)
        case .choosePhoto: return try admitProvided(.photos, function, call)
        case .takePicture: return try admitProvided(.camera, function, call)
        case .listProducts, .ownedProducts, .buyProduct: return try admitProvided(.purchase, function, call)
        case .requestPayment: return try admitProvided(.payment, function, call)
        }
    }

    /// The same for what a provider does. Where there is none, nobody is asked: the call begins, and is told so.
    private func admitProvided(
        _ permission: PermissionName,
        _ function: ServiceFunction,
        _ call: OpenCall
    ) throws(MessageError) -> Standing {
        let source = call.source
        guard source.bundle.manifest.permissions.contains(where: { $0.known == permission }) else {
            throw MessageError(.notDeclared, "\(function.rawValue): \(Self.lack(of: "\(permission)"))")
        }
        guard try CallServices(scope).providerCall(function, call.call, for: source)?.isAvailable == true else {
            return .mayBegin
        }
        let waiting = Waiting(function: function, call: call)
        guard function.waitsForPerson, try isGranted(permission, to: source) == true else {
            return try admit(waiting, asking: permission, orHaving: [permission])
        }
        // The person is shown something at each such call.
        try requireTouch(for: permission, function.rawValue)
        touched = nil
        return .mayBegin
    }

    /// What an author reads of a permission that the manifest does not ask for: where it is missing, and its name as it has to stand there.
    static func lack(of permission: String) -> String { "'permissions' in the manifest lacks '\(permission)'" }

    private func requireTouch(for permission: PermissionName, _ function: String) throws(MessageError) {
        guard let touched, .now - touched <= scope.services.policy.touch else {
            throw MessageError(
                .withoutTouch,
                "\(function): the person is asked about '\(permission)' only within "
                    + "\(scope.services.policy.touch.milliseconds) ms after a touch of the view"
            )
        }
    }

    /// The hosts that the person has agreed to.
    func grantedHosts(of source: RunningExtension) -> [NetworkHost] {
        source.bundle.manifest.networkHosts.filter { (try? isGranted(.network($0), to: source)) == true }
    }

    private func admit(
        _ waiting: Waiting,
        asking permission: PermissionName,
        orHaving names: [PermissionName]
    ) throws(MessageError) -> Standing {
        let (source, function) = (waiting.call.source, waiting.function.rawValue)
        for name in names where try isGranted(name, to: source) == true { return .mayBegin }
        guard try isGranted(permission, to: source) == nil else {
            throw MessageError(.notPermitted, "\(function): the person has refused '\(permission)'")
        }
        if let open {
            guard open.question.permission == permission, open.waiting.count < Self.mostWaiting else {
                throw MessageError(
                    .limitExceeded,
                    "\(function): the person is asked about '\(open.question.permission)' at the moment"
                )
            }
            self.open?.waiting.append(waiting)
            return .waits
        }
        try requireTouch(for: permission, function)
        if case .network = permission { try requirePatience(of: source, function) }
        guard scope.showsQuestions else {
            throw MessageError(.notPermitted, "\(function): nobody can be asked about '\(permission)' here")
        }
        ask(about: permission, for: waiting)
        return .waits
    }

    /// Who has refused some servers is not asked about others, so that no list of names wears anybody out.
    private func requirePatience(of source: RunningExtension, _ function: String) throws(MessageError) {
        let refused: Int
        do throws(MayflyError) {
            refused = try scope.services.store.refusedServers(of: source.bundle.id, on: scope.device.id)
        } catch {
            throw Self.unreadable
        }
        guard refused < Self.mostRefusals else {
            throw MessageError(
                .notPermitted,
                "\(function): the person has refused \(refused) servers, and is asked about no other until an answer is withdrawn"
            )
        }
    }

    private static let mostRefusals = 2

    /// The reason names files of the host, which no extension is told (C-197).
    private static var unreadable: MessageError {
        MessageError(.unknown, "the host could not read what the person has answered")
    }

    private func ask(about permission: PermissionName, for waiting: Waiting) {
        touched = nil
        lastNumber += 1
        let bundle = waiting.call.source.bundle
        let reason = bundle.manifest.permissions.first { $0.known == permission }?.reason ?? ""
        let question = PermissionQuestion(
            number: lastNumber,
            extensionID: bundle.id,
            name: bundle.manifest.shownName,
            permission: permission,
            reason: SafeText.line(reason, limit: 300)
        )
        open = Open(question: question, waiting: [waiting])
        scope.observer(.question(question))
    }

    private func isGranted(_ permission: PermissionName, to source: RunningExtension) throws(MessageError) -> Bool? {
        if once.worker == source.number, once.permissions.contains(permission) { return true }
        let store = scope.services.store
        let (mark, moment) = (store.changeMark, ContinuousClock.now)
        let isCurrent = known.map { known in
            known.worker == source.number && known.mark == mark && moment - known.moment < Self.longestKnown
        }
        if isCurrent != true { known = nil }
        if known?.permissions.contains(permission) == true { return true }
        do throws(MayflyError) {
            // The mark is older than what is read: what is withdrawn meanwhile changes it.
            let isGranted = try store.isGranted(permission, to: source.bundle.id, on: scope.device.id)
            if isGranted == true, let mark {
                known = known ?? (source.number, mark, moment, [])
                known?.permissions.insert(permission)
            }
            return isGranted
        } catch {
            throw Self.unreadable
        }
    }

    // MARK: The answer

    /// The person has answered. Gives the calls that have waited for it.
    func answer(_ number: Int, _ answer: PermissionAnswer?) throws(MayflyError) -> [Waiting] {
        guard let open, open.question.number == number else {
            throw MayflyError(.notAsShown, "nothing is answered: question \(number) is not asked any more")
        }
        let permission = open.question.permission
        guard let source = open.waiting.first?.call.source else { return [] }
        // The version that is installed by now has not asked.
        let answer = answer == .always && source.isReplaced ? .once : answer
        switch answer {
        case nil: break
        case .once:
            if once.worker != source.number { once = (source.number, []) }
            once.permissions.insert(permission)
        case .always, .no:
            try scope.services.store.keepAnswer(
                answer == .always,
                to: permission,
                wording: source.bundle.manifest.wordings[permission] ?? [],
                of: source.install,
                at: scope.services.clock.now
            )
        }
        return close(open, answer)
    }

    /// Nobody waits for the answer any more: the extension is closed. Gives the calls that have waited for it.
    func withdraw() -> [Waiting] {
        guard let open else { return [] }
        return close(open, nil)
    }

    private func close(_ closed: Open, _ answer: PermissionAnswer?) -> [Waiting] {
        open = nil
        scope.observer(.questionOver(closed.question.extensionID, number: closed.question.number, answer))
        return closed.waiting
    }
}

extension Manifest {
    /// The hosts that it asks for.
    var networkHosts: [NetworkHost] {
        permissions.compactMap { permission in
            if case .network(let host) = permission.known { host } else { nil }
        }
    }
}
