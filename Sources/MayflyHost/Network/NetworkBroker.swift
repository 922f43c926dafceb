internal import MayflyFetch
internal import MayflyLinux
internal import MayflyModel

/// Makes the requests of extensions, each by a process of its own: what servers send is not read here, and no connection, cookie or
/// session goes from one extension, or one request, to the next.
struct NetworkBroker: Sendable {
    /// A server's answer.
    struct Answer: Sendable {
        let head: FetchHead
        let body: [UInt8]
    }

    /// For whom a request is made.
    struct Client: Sendable {
        let account: any CPUAccount
        /// Is told how many bytes came.
        let taken: @Sendable (Int) -> Void
        /// The hosts that the manifest names, and those of them that the person has agreed to.
        let declared: [NetworkHost]
        let granted: [NetworkHost]
    }

    let reach: NetworkReach
    private let program: String
    private let seconds: Int
    /// How many requests are made at once, for all extensions.
    private let permits = AsyncSemaphore(8)

    private static let mostRedirects = 5

    /// - Parameter deadline: how long a request may take, with its redirects.
    init(program: String, reach: NetworkReach, deadline: Duration) {
        self.program = program
        self.reach = reach
        seconds = max(1, Int(deadline.components.seconds))
    }

    /// Makes a request and those that its redirects lead to. In a task that is cancelled it ends soon.
    func fetch(_ request: NetworkRequest, for client: Client) async throws -> Answer {
        let answer = try await permits.withPermitUnlessCancelled {
            try await WorkThread().run { [self] stop in
                try CPUAccounting.charge(client.account) { try follow(request, for: client, unless: stop) }
            }
        }
        guard let answer else { throw CancellationError() }
        return answer
    }

    private func follow(_ first: NetworkRequest, for client: Client, unless stop: WorkThread.Stop) throws -> Answer {
        let fetcher = Fetcher(program: program)
        defer {
            fetcher.end()
            client.account.noteHostTime(fetcher.used)
        }
        var request = first
        for _ in 0...Self.mostRedirects {
            let answer = try answer(to: request, by: fetcher, for: client, unless: stop)
            guard [301, 302, 303, 307, 308].contains(answer.head.status),
                let location = answer.head.value(of: "location")
            else {
                return answer
            }
            let next = try target(of: location, from: request.url, for: client)
            request = request.redirected(to: next, by: answer.head.status)
        }
        throw MessageError(.unavailable, "fetch: \(first.url.host) leads on more than \(Self.mostRedirects) times")
    }

    private func answer(
        to request: NetworkRequest,
        by fetcher: Fetcher,
        for client: Client,
        unless stop: WorkThread.Stop
    ) throws -> Answer {
        var body: [UInt8] = []
        do throws(MayflyError) {
            let head = try fetcher.fetch(
                request.asFetchRequest(reach: reach, seconds: seconds),
                unless: { stop.isSet }
            ) { _, piece throws(MayflyError) in
                client.taken(piece.count)
                body += piece
            }
            return Answer(head: head, body: body)
        } catch {
            if stop.isSet { throw CancellationError() }
            throw MessageError(.unavailable, "fetch: \(error.message)")
        }
    }

    /// The address of a redirect, which must be one that the extension could ask for itself.
    private func target(of location: String, from url: FetchURL, for client: Client) throws(MessageError) -> FetchURL {
        let next: FetchURL
        do throws(MessageError) { next = try FetchURL(url.resolving(location), reach: reach) } catch {
            throw MessageError(.unavailable, "fetch: \(url.host) leads to another address: \(error.message)")
        }
        // Whatever is reached: an answer over HTTPS cannot lead to one that everybody on the way can change.
        guard next.isEncrypted || !url.isEncrypted else {
            throw MessageError(.unavailable, "fetch: \(url.host) leads from https to http")
        }
        guard client.declared.contains(where: { $0.contains(next.host) }) else {
            throw MessageError(
                .notDeclared,
                "fetch: \(url.host) leads to \(next.host), and \(PermissionDesk.lack(of: "network:\(next.host)"))"
            )
        }
        guard client.granted.contains(where: { $0.contains(next.host) }) else {
            throw MessageError(
                .notPermitted,
                "fetch: \(url.host) leads to \(next.host), which the person has not agreed to"
            )
        }
        return next
    }
}
