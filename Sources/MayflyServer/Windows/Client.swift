internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel
internal import MayflyProtocol
internal import MayflyRPC
internal import Synchronization

/// What the host knows of one client: whether it has said hello, its windows, and the names that it reads.
final class Client: Sendable {
    /// How many closed windows still give their last events: fewer where these are more than one window may keep, the one that was
    /// closed last in any case.
    private static let mostClosed = 16

    private struct State {
        var hasSaidHello = false
        /// Whether the client shows the person the questions of extensions.
        var showsQuestions = false
        /// Whether the client shows the person the sheets of payments.
        var showsPayments = false
        /// The pictures that it has the person take or choose.
        var provides: Set<PermissionName> = []
        /// The languages of the person.
        var languages = Languages.none
        var windows: [String: OpenWindow] = [:]
        /// The windows that are being closed.
        var leaving: [String: OpenWindow] = [:]
        var closed: [(name: String, log: EventLog)] = []
        var lastWindow = 0
        /// Whether requests may wait for events.
        var allowsWaits = true
        var isClosing = false
        var names = Client.bounded(.none, DrawnViews())
        /// Whether changes are counted, and what counts them.
        var isFollowing = false
        var follower: Task<Void, Never>?

        /// Forgets the closed windows whose events there is no room for.
        mutating func dropClosed() {
            var bytes = closed.reduce(0) { $0 + $1.log.bytes }
            while closed.count > 1, closed.count > Client.mostClosed || bytes > ConnectionLimits.eventBytes {
                bytes -= closed.removeFirst().log.bytes
            }
        }
    }

    let host: ExtensionHost
    let files: ClientFiles
    let stores: StoreWork
    private let state = Mutex(State())
    /// The changes of conversations since a request first asked for them: events without content.
    private let changes = EventLog(mostEvents: 1)

    init(_ host: ExtensionHost, files: ClientFiles) {
        (self.host, self.files) = (host, files)
        stores = StoreWork(host)
    }

    /// The names of people and extensions, as `readNames` read them last, and how long a text in an answer may be.
    var names: Names { state.withLock { $0.names } }

    /// Reads the names again: there may be others. Gives the catalogue that has those of extensions.
    func readNames() async throws(MayflyError) -> Catalog {
        let catalog = await host.readCatalog().localized(for: languages)
        let names = try Names(host, catalog)
        state.withLock { state in state.names = Self.bounded(names, state.names.drawnViews) }
        return catalog
    }

    private static func bounded(_ names: Names, _ drawnViews: DrawnViews?) -> Names {
        var names = names
        names.longestText = 1 << 14
        names.drawnViews = drawnViews
        names.writtenItems = WrittenItems()
        return names
    }

    /// Whether the client has named itself, and a version of the protocol was agreed on.
    var hasSaidHello: Bool { state.withLock { $0.hasSaidHello } }

    /// The languages of the person, as the client has named them.
    var languages: Languages { state.withLock { $0.languages } }

    func sayHello(
        showingQuestions: Bool,
        payments showsPayments: Bool,
        providing: Set<PermissionName>,
        in languages: Languages
    ) {
        state.withLock { state in
            // A second one changes nothing.
            guard !state.hasSaidHello else { return }
            (state.hasSaidHello, state.showsQuestions, state.languages) = (true, showingQuestions, languages)
            state.showsPayments = showsPayments
            state.provides = providing
        }
    }

    /// The number of the changes of conversations so far, by any program, after the first one that is larger than `number`, or after
    /// this time. They are counted from the first call on.
    func nextChange(after number: Int, within limit: Duration) async -> Int {
        await followChanges()
        _ = await changes.next(after: number, most: 1, within: limit)
        return changes.last
    }

    private func followChanges() async {
        let begins = state.withLock { state in
            defer { state.isFollowing = true }
            return !state.isFollowing
        }
        guard begins else { return }
        let elements = await host.changes()
        let follower = Task { [changes] in
            for await _ in elements { changes.append("change") { _ in "" } }
        }
        state.withLock { state in
            state.follower = follower
            if state.isClosing { follower.cancel() }
        }
    }

    // MARK: Windows

    /// Opens a window, and names it.
    func openWindow(on conversation: String, as device: String?) async throws -> OpenWindow {
        _ = try await readNames()
        let (name, showsQuestions, showsPayments, provides, languages) = try state.withLock {
            state throws(RPCError) in
            guard state.windows.count < ConnectionLimits.windows else {
                throw RPCError(.tooManyWindows, "a connection may have \(ConnectionLimits.windows) windows at most")
            }
            state.lastWindow += 1
            return ("w\(state.lastWindow)", state.showsQuestions, state.showsPayments, state.provides, state.languages)
        }
        let window = try await OpenWindow(
            name,
            on: conversation,
            as: device,
            of: host,
            showsQuestions: showsQuestions,
            showsPayments: showsPayments,
            provides: provides,
            languages: languages
        ) { [weak self] in
            self?.names ?? .none
        }
        let isOpen = state.withLock { state in
            guard !state.isClosing else { return false }
            state.windows[name] = window
            if !state.allowsWaits { window.log.endWaits() }
            return true
        }
        guard isOpen else {
            await window.close()
            throw RPCError.closing
        }
        return window
    }

    func window(_ name: String) throws(RPCError) -> OpenWindow {
        if let window = state.withLock({ $0.windows[name] }) { return window }
        throw isClosing ? .closing : .unknownWindow(name)
    }

    private var isClosing: Bool { state.withLock { $0.isClosing } }

    /// A window, also a closed one.
    func log(of name: String) throws(RPCError) -> EventLog {
        let log = state.withLock { state in
            state.windows[name]?.log ?? state.closed.first { $0.name == name }?.log
        }
        guard let log else { throw isClosing ? .closing : .unknownWindow(name) }
        return log
    }

    /// Closes a window. Its last events can still be read.
    func close(_ window: OpenWindow) async {
        state.withLock { state in
            guard state.windows.removeValue(forKey: window.name) != nil else { return }
            state.closed.append((window.name, window.log))
            state.leaving[window.name] = window
        }
        await window.close()
        state.withLock { state in
            state.leaving[window.name] = nil
            state.dropClosed()
        }
    }

    /// Requests that wait for events are answered with those that there are, and none waits from now on.
    func endWaits() {
        let logs = state.withLock { state in
            state.allowsWaits = false
            return state.windows.values.map(\.log) + state.closed.map(\.log) + [changes]
        }
        for log in logs { log.endWaits() }
        stores.endWaits()
    }

    /// Cancels all windows, which the caller closes then: acts that wait return. No window is opened any more.
    func cancelWindows() -> [OpenWindow] {
        let windows = state.withLock { state in
            defer { (state.windows, state.isClosing) = ([:], true) }
            state.follower?.cancel()
            return Array(state.windows.values) + Array(state.leaving.values)
        }
        for window in windows { window.window.cancel() }
        return windows
    }

    /// Closes these windows at once.
    func close(_ windows: [OpenWindow]) async {
        await withDiscardingTaskGroup { group in
            for window in windows { group.addTask { await window.close() } }
        }
    }
}
