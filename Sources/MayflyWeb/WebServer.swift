package import MayflyHost
internal import MayflyModel
internal import MayflyRPC
internal import MayflyServer
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket
internal import Synchronization

/// Serves the page of the chat to the browser of the person who started it.
///
/// All connections are on one thread; a page at rest takes none of its time.
package struct WebServer: Sendable {
    private enum Kind: Sendable {
        case page(PageSocket.Channel, greeting: String)
        case requests(RequestLoop.Channel)
    }

    private let site: Site
    private let complain: @Sendable (String) -> Void
    private let port: Int
    private let pages = Counter(WebLimits.pages)
    private let connections = Counter(WebLimits.connections)

    /// - Parameters:
    ///   - address: the name or number of the host where it listens, such as `127.0.0.1`.
    ///   - port: 0 takes a free one.
    ///   - devices: those that the page shows side by side; none means one device.
    ///   - uploads: an empty folder of this process alone, for the files that pages give.
    ///   - complain: takes a line for the person who runs the server.
    package init(
        _ host: ExtensionHost,
        address: String,
        port: Int,
        devices: [String],
        uploads: String,
        complain: @escaping @Sendable (String) -> Void
    ) {
        let names: JSONValue = devices.isEmpty ? .null : .list(devices.map { .text($0) })
        self.port = port
        self.complain = complain
        site = Site(
            access: Access(host: address),
            host: host,
            uploads: Uploads(in: uploads),
            settings: JSONValue.object([JSONValue.Member("sideBySide", names)]).line
        )
    }

    /// Serves until the task is cancelled. When it returns, all windows of all pages are closed.
    ///
    /// - Parameter ready: is called once with the address of the page, which holds its secrets, and whether only this machine reaches it.
    /// - Throws: `.files` where nobody can listen there.
    package func run(ready: (_ address: String, _ isOfThisMachine: Bool) throws -> Void) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            try await run(on: group, ready)
            try await group.shutdownGracefully()
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    private func run(on group: MultiThreadedEventLoopGroup, _ ready: (String, Bool) throws -> Void) async throws {
        let server = try await listen(on: group)
        let place = server.channel.localAddress
        try ready(site.access.address(at: place), Access.isOfThisMachine(place))
        do {
            try await server.executeThenClose { clients in
                try await withThrowingDiscardingTaskGroup { tasks in
                    for try await kind in clients { tasks.addTask { await serve(kind, on: group) } }
                    tasks.cancelAll()
                }
            }
        } catch is CancellationError {
            // The way in which it ends.
        }
    }

    private func listen(
        on group: MultiThreadedEventLoopGroup
    ) async throws(MayflyError) -> NIOAsyncChannel<EventLoopFuture<Kind>, Never> {
        do {
            return try await ServerBootstrap(group: group).serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .bind(host: site.access.host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture { try begin(channel) }
                }
        } catch {
            throw ListenProblem.error(error, host: site.access.host, port: port)
        }
    }

    private func begin(_ channel: any Channel) throws -> EventLoopFuture<Kind> {
        guard connections.take() else {
            // What throws here is not closed by itself.
            channel.close(promise: nil)
            throw ChannelError.operationUnsupported
        }
        channel.closeFuture.whenComplete { _ in connections.giveBack() }
        let alarm = channel.eventLoop.scheduleTask(in: WebLimits.headTime) { channel.close(promise: nil) }
        let upgrader = NIOTypedWebSocketServerUpgrader<Kind>(
            maxFrameSize: ConnectionLimits.line,
            shouldUpgrade: { channel, _ in
                let headers = HTTPHeaders([("Sec-WebSocket-Protocol", Site.subprotocol)])
                return channel.eventLoop.makeSucceededFuture(headers)
            },
            upgradePipelineHandler: { [site] channel, head in
                let greeting = site.greeting(WebRequest(head, at: channel.localAddress)) ?? ""
                return channel.eventLoop.makeCompletedFuture {
                    alarm.cancel()
                    let whole = NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 1,
                        maxAccumulatedFrameCount: 1_024,
                        maxAccumulatedFrameSize: ConnectionLimits.line
                    )
                    try channel.pipeline.syncOperations.handler(type: UpgradeFilter.self).passOn()
                    try channel.pipeline.syncOperations.addHandler(whole)
                    return Kind.page(
                        try PageSocket.Channel(wrappingChannelSynchronously: channel),
                        greeting: greeting
                    )
                }
            }
        )
        let upgrading = NIOTypedHTTPServerUpgradeConfiguration(
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    alarm.cancel()
                    try channel.pipeline.syncOperations.addHandler(BodyPartHandler())
                    return Kind.requests(
                        try RequestLoop.Channel(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(isOutboundHalfClosureEnabled: true)
                        )
                    )
                }
            }
        )
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrading)
        configuration.decoderConfiguration.maxHeaderFieldSize = WebLimits.header
        configuration.decoderConfiguration.maxHeaderListSize = WebLimits.head
        let pipeline = channel.pipeline.syncOperations
        let kind = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
        let upgrade = try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Kind>.self)
        let filter = UpgradeFilter { [site] in site.greeting(WebRequest($0, at: channel.localAddress)) != nil }
        try pipeline.addHandler(filter, position: .before(upgrade))
        return kind
    }

    /// Pages name the files that they have given, and no others.
    private static func files(_ uploads: Uploads) -> ClientFiles {
        ClientFiles(taken: { uploads.remove($0) }) { name in
            guard let path = uploads.path(of: name) else {
                throw MayflyError(.invalidInput, "a page can use only files that it has given to this server")
            }
            return path
        }
    }

    private func serve(_ kind: EventLoopFuture<Kind>, on group: MultiThreadedEventLoopGroup) async {
        do {
            switch try await kind.get() {
            case .requests(let channel): try await RequestLoop(site: site, channel: channel.channel).run(channel)
            case .page(let channel, let greeting):
                guard pages.take() else {
                    complain("a page is refused: \(WebLimits.pages) are open")
                    return try await PageSocket.refuse(channel)
                }
                defer { pages.giveBack() }
                let page = PageSocket(
                    host: site.host,
                    files: Self.files(site.uploads),
                    group: group,
                    complain: complain
                )
                try await page.run(channel, greeting)
            }
        } catch {
            // What a client breaks off is over for that client alone.
        }
    }
}

/// How many of something there are, up to a bound.
private final class Counter: Sendable {
    private let most: Int
    private let count = Mutex(0)

    init(_ most: Int) { self.most = most }

    /// False where there are as many as there may be.
    func take() -> Bool {
        count.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
    }

    func giveBack() { count.withLock { $0 -= 1 } }
}
