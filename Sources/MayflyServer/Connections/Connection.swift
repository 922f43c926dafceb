internal import Foundation
internal import Glibc
package import MayflyHost
internal import MayflyLinux
internal import MayflyModel
internal import MayflyRPC
internal import Synchronization

/// One client: reads its requests in a thread of its own, and carries them out.
///
/// Reading never waits for a request to be done, nor for the client to read its answers.
package final class Connection: Sendable {
    private let input: Int32
    private let output: OutputQueue
    private let client: Client
    private let arrivals: AsyncStream<Arrival>
    private let arrivalsInput: AsyncStream<Arrival>.Continuation
    /// Opens when nothing more is taken: at the end of the input, where the client cannot be answered, and when the caller is cancelled.
    private let ending: Gate
    /// Opens when all is answered that was taken.
    private let rest = Gate()
    /// Opens at the end of the thread that reads.
    private let reading = Gate()
    private let pending = Mutex(Pending())
    /// The turns in windows that may be carried out at once, and as many that begin before others.
    private let turns = AsyncSemaphore(ConnectionLimits.turns)
    private let turnsNow = AsyncSemaphore(ConnectionLimits.turns)

    /// How long what was asked for before the end may take.
    private static let endingTime = Duration.seconds(2)

    /// What came from the client.
    private enum Arrival {
        case frame(FrameSplitter.Frame)
        case request(Request, bytes: Int)
    }

    private struct Pending {
        /// The requests that were not answered.
        var requests = 0
        /// The bytes of their lines.
        var bytes = 0
        /// The answers that are being written.
        var answers = 0
        /// The requests that were not begun. A turn that comes when there is none is added to its window at once, without a change of threads.
        var arrivals = 0
        /// Nothing more is taken.
        var isEnding = false
        /// What is not begun is refused.
        var isOver = false

        /// Whether all is answered.
        var isAtRest: Bool { requests == 0 && answers == 0 }
    }

    /// - Parameters:
    ///   - input: the descriptor that requests are read from. The caller closes it.
    ///   - output: the descriptor that answers are written to. The caller closes it.
    ///   - files: how the client names files of this machine.
    ///   - complain: takes a line for the people who run the host.
    package init(
        input: Int32,
        output: Int32,
        host: ExtensionHost,
        files: ClientFiles = .paths,
        complain: @escaping @Sendable (String) -> Void
    ) {
        let (arrivals, arrivalsInput) = AsyncStream<Arrival>.makeStream()
        let ending = Gate()
        self.input = input
        self.ending = ending
        self.arrivals = arrivals
        self.arrivalsInput = arrivalsInput
        self.output = OutputQueue(to: output) { reason in
            complain("a connection is closed: \(reason)")
            ending.open()
        }
        client = Client(host, files: files)
    }

    /// Serves the client at the other end of a socket until it goes away, and closes the socket.
    package static func serve(
        socket: Int32,
        host: ExtensionHost,
        files: ClientFiles = .paths,
        complain: @escaping @Sendable (String) -> Void
    ) async {
        let connection = Connection(input: socket, output: socket, host: host, files: files, complain: complain)
        await connection.run()
        shutdown(socket, Int32(SHUT_RDWR))
        await connection.waitForThreads()
        Glibc.close(socket)
    }

    /// Serves the client until it closes its end, does not read its answers, or the task is cancelled. What was asked for by then has
    /// two seconds; after them what is not begun is refused as `closing`, and what is begun is cancelled. When it returns, the windows of
    /// the client are closed, and no worker of theirs is left.
    package func run() async {
        Thread.detachNewThread { self.readFrames() }
        // Not a part of this task: what is begun goes on when this task is cancelled.
        let serving = Task { await serve() }
        await withTaskCancellationHandler {
            await serving.value
        } onCancel: {
            ending.open()
        }
        await output.close(within: .seconds(2))
    }

    private func serve() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.takeArrivals() }
            await ending.wait()
            endArrivals()
            client.endWaits()
            await rest.wait(within: Self.endingTime)
            pending.withLock { $0.isOver = true }
            let windows = client.cancelWindows()
            group.cancelAll()
            await client.close(windows)
        }
        // The turns of the windows, which are closed: all that is left is refused.
        await rest.wait(within: Self.endingTime)
    }

    /// Carries out requests in their order, until no more come and all are done.
    private func takeArrivals() async {
        await withDiscardingTaskGroup { group in
            for await arrival in arrivals {
                await take(arrival, &group)
                pending.withLock { $0.arrivals -= 1 }
            }
        }
    }

    private func endArrivals() {
        let isAtRest = pending.withLock { pending in
            pending.isEnding = true
            return pending.isAtRest
        }
        arrivalsInput.finish()
        if isAtRest { rest.open() }
    }

    private func readFrames() {
        var splitter = FrameSplitter()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(input, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for frame in splitter.take(bytes[..<count]) { receive(frame) }
        }
        ending.open()
        reading.open()
    }

    /// Returns when nothing uses the descriptors any more. For a socket, call it after its end (`shutdown`), and close it then: a number
    /// that is closed earlier may be that of another client at once.
    package func waitForThreads() async {
        await reading.wait()
        await output.close()
    }

    /// Refuses a frame at the end, and where too many wait: a client may send faster than anything can be done.
    private func receive(_ frame: FrameSplitter.Frame) {
        let line: [UInt8] = if case .line(let line) = frame { line } else { [] }
        let reason = pending.withLock { pending -> RPCError? in
            guard !pending.isEnding else { return .closing }
            guard pending.requests < ConnectionLimits.requests,
                pending.bytes + line.count <= ConnectionLimits.requestBytes
            else {
                return .tooManyRequests
            }
            pending.requests += 1
            pending.bytes += line.count
            return nil
        }
        guard let reason else { return pass(on: frame, line) }
        switch Request.read(line) {
        case .success(let request): if let id = request.id { answer(id, reason) }
        case .failure(let refusal): answer(refusal.id, refusal.error)
        }
    }

    /// Begins a request that only has to wait for its turn in a window; all others are begun one after the other.
    private func pass(on frame: FrameSplitter.Frame, _ line: [UInt8]) {
        let isFirst = pending.withLock { $0.arrivals == 0 }
        var arrival = Arrival.frame(frame)
        if isFirst, case .success(let request) = Request.read(line) {
            guard !addTurn(request, bytes: line.count) else { return }
            arrival = .request(request, bytes: line.count)
        }
        pending.withLock { $0.arrivals += 1 }
        guard case .terminated = arrivalsInput.yield(arrival) else { return }
        // The end came in between.
        switch Request.read(line) {
        case .success(let request): finish(request.id, bytes: line.count, .failure(.closing))
        case .failure(let refusal): finish(refusal.id, bytes: line.count, .failure(refusal.error))
        }
    }

    /// Adds a turn to its window. False for every other request, and where it is refused.
    private func addTurn(_ request: Request, bytes: Int) -> Bool {
        guard let method = try? method(request.method), case .turn(let body) = method.work,
            let now = try? Method.now.value(in: request.parameters), !now,
            let name = try? Method.window.value(in: request.parameters), let window = try? client.window(name)
        else {
            return false
        }
        window.add(turn(method.waiting(request), bytes: bytes, in: window, body))
        return true
    }

    private func turn(
        _ request: Request,
        bytes: Int,
        in window: OpenWindow,
        now: Bool = false,
        _ body: @escaping Method.Turn
    ) -> OpenWindow.Turn {
        {
            // Many that go on at once hold up other clients.
            await (now ? self.turnsNow : self.turns).withPermit {
                await self.answer(request.id, bytes: bytes) { try await body(self.client, window, request.parameters) }
            }
        }
    }

    private func take(_ arrival: Arrival, _ group: inout DiscardingTaskGroup) async {
        switch arrival {
        case .request(let request, let bytes): await carryOut(request, bytes: bytes, &group)
        case .frame(let frame): await take(frame, &group)
        }
    }

    private func take(_ frame: FrameSplitter.Frame, _ group: inout DiscardingTaskGroup) async {
        guard case .line(let line) = frame else {
            let text = "a line may have \(ConnectionLimits.line) bytes at most, and this one has more"
            return finish(.null, bytes: 0, .failure(RPCError(.notARequest, text)))
        }
        switch Request.read(line) {
        case .failure(let refusal): finish(refusal.id, bytes: line.count, .failure(refusal.error))
        case .success(let request): await carryOut(request, bytes: line.count, &group)
        }
    }

    /// The method of that name. Every other one is refused before `hello`.
    private func method(_ name: String) throws(RPCError) -> Method {
        guard let method = Methods.named(name) else { throw .unknownMethod(name) }
        guard name == Methods.hello.name || client.hasSaidHello else { throw .helloFirst }
        return method
    }

    private func carryOut(_ request: Request, bytes: Int, _ group: inout DiscardingTaskGroup) async {
        let client = client
        do {
            let method = try method(request.method)
            let request = method.waiting(request)
            let parameters = request.parameters
            switch method.work {
            case .query(let body): await answer(request.id, bytes: bytes) { try await body(client, parameters) }
            case .wait(let body):
                group.addTask { await self.answer(request.id, bytes: bytes) { try await body(client, parameters) } }
            case .turn(let body):
                let window = try client.window(try Method.window.value(in: parameters))
                let now = try Method.now.value(in: parameters)
                let turn = turn(request, bytes: bytes, in: window, now: now, body)
                if now { group.addTask { await turn() } } else { window.add(turn) }
            }
        } catch {
            finish(request.id, bytes: bytes, .failure(RPCError(any: error)))
        }
    }

    /// Carries out a request of so many bytes, and answers it.
    private func answer(_ id: JSONValue?, bytes: Int, _ body: () async throws -> String) async {
        guard !pending.withLock({ $0.isOver }) else { return finish(id, bytes: bytes, .failure(.closing)) }
        do {
            finish(id, bytes: bytes, .success(try await body()))
        } catch {
            finish(id, bytes: bytes, .failure(RPCError(any: error)))
        }
    }

    /// A request is done, and nothing of it is kept. A notification is not answered.
    private func finish(_ id: JSONValue?, bytes: Int, _ result: Result<String, RPCError>) {
        // Before the answer: who gets it may send one more.
        pending.withLock { pending in
            pending.requests -= 1
            pending.bytes -= bytes
            pending.answers += 1
        }
        if let id {
            switch result {
            case .success(let json): write(Answer.line(id, result: json))
            case .failure(let error): answer(id, error)
            }
        }
        let isAtRest = pending.withLock { pending in
            pending.answers -= 1
            return pending.isEnding && pending.isAtRest
        }
        if isAtRest { rest.open() }
    }

    private func answer(_ id: JSONValue, _ error: RPCError) { write(Answer.line(id, error: error)) }

    private func write(_ line: String) {
        output.write(
            line,
            overflow: Answer.line(
                .null,
                error: RPCError(
                    .slowReader,
                    "the connection is closed: \(ConnectionLimits.unreadBytes) bytes waited for the client to read them"
                )
            )
        )
    }
}
