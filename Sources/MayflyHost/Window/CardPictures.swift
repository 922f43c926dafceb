internal import MayflyLinux
internal import MayflyModel
internal import MayflyViews

/// The pictures of cards that a window is asked for, and those that it has converted last, by what they were made of: a card that is
/// presented again, or that a client asks for in pieces, costs one conversion.
///
/// Used on the actor of the window only.
final class CardPictures {
    /// How many requests may wait: those of a client have a limit together, and the person acts by others of them.
    static let mostRequests = 256

    /// A request for a picture. `ends` ends when the picture is not wanted any more.
    struct Request: Sendable {
        fileprivate let number: Int
        fileprivate let name: String
        fileprivate let isForTerminal: Bool
        fileprivate let owner: ExtensionID?
        let ends: AsyncStream<Never>
        fileprivate let end: AsyncStream<Never>.Continuation
    }

    static let gone = MayflyError(.notPossibleNow, "the card with the picture is not shown any more")

    private let area: ExtensionArea
    private let session: ExtensionSession
    private let converter: PictureConverter
    private var files = KeptPictures(most: 16 << 20, form: .file([.jpeg]))
    private var pixels = KeptPictures(most: 16 << 20, form: .pixels)
    /// The SHA-256 of what was read for the pictures of the view with that number, by their names: a picture that is asked for in pieces is
    /// read once, and is the same in all of them.
    private var contents: (view: Int, digests: [String: [UInt8]]) = (0, [:])
    private var requests: [Int: Request] = [:]
    private var lastRequest = 0
    /// Those who wait until there is no request.
    private var resting: [CheckedContinuation<Void, Never>] = []

    init(area: ExtensionArea, session: ExtensionSession, converter: PictureConverter) {
        (self.area, self.session, self.converter) = (area, session, converter)
    }

    // MARK: Requests

    /// Begins a request for what the shown card calls so; `finish` must end it.
    func begin(_ name: String, isForTerminal: Bool) throws(MayflyError) -> Request {
        _ = try shown(name)
        guard requests.count < Self.mostRequests else {
            throw MayflyError(.notPossibleNow, "\(Self.mostRequests) pictures of the card are waited for already")
        }
        lastRequest += 1
        let (ends, end) = AsyncStream<Never>.makeStream()
        let request = Request(
            number: lastRequest,
            name: name,
            isForTerminal: isForTerminal,
            owner: session.current,
            ends: ends,
            end: end
        )
        requests[lastRequest] = request
        return request
    }

    func finish(_ request: Request) {
        requests[request.number] = nil
        guard requests.isEmpty else { return }
        for waiter in resting { waiter.resume() }
        resting = []
    }

    /// Ends all requests.
    func end() {
        for request in requests.values { request.end.finish() }
    }

    /// Ends the requests for what is not shown any more. It is charged to the extension, which may show one card after the other.
    func endUnshown() {
        CPUAccounting.charge(session.account) {
            for request in requests.values where !isShown(request) { request.end.finish() }
        }
    }

    private func isShown(_ request: Request) -> Bool {
        session.current == request.owner && (try? shown(request.name)) != nil
    }

    private func shown(_ name: String) throws(MayflyError) -> CardPicture {
        guard case .card(let card, _) = area.view else {
            throw MayflyError(.notPossibleNow, "nothing is shown that has pictures")
        }
        return try card.picture(named: name)
    }

    /// Returns when there is no request.
    nonisolated(nonsending) func rest() async {
        guard !requests.isEmpty else { return }
        await withCheckedContinuation { resting.append($0) }
    }

    // MARK: Results

    /// The picture when it is its turn; nil when the task is cancelled. It is read then only, because many may wait, and its content is
    /// looked for among those that are converted, because many names may have one content. The processor time of the process is charged
    /// to the extension.
    nonisolated(nonsending) func convert(for request: Request) async -> Result<[UInt8], MayflyError>? {
        await converter.withTurn(of: request.owner) { () async -> Result<[UInt8], MayflyError>? in
            do throws(MayflyError) {
                guard isShown(request) else { throw Self.gone }
                let read = CPUAccounting.charge(session.account) { readBefore(request.name) }
                if let read, let known = known(read, request) { return known }
                let (bytes, digest) = try session.bytes(of: try shown(request.name))
                contents.digests[request.name] = digest
                if let known = known(digest, request) { return known }
                return try await convert(bytes, digest, request.isForTerminal)
            } catch {
                return .failure(error)
            }
        } ?? nil
    }

    /// What was read for a picture of the view that is shown.
    private func readBefore(_ name: String) -> [UInt8]? {
        if contents.view != area.views { contents = (area.views, [:]) }
        return contents.digests[name]
    }

    private func known(_ digest: [UInt8], _ request: Request) -> Result<[UInt8], MayflyError>? {
        request.isForTerminal ? pixels.result(of: digest) : files.result(of: digest)
    }

    nonisolated(nonsending) private func convert(
        _ bytes: [UInt8],
        _ digest: [UInt8],
        _ isForTerminal: Bool
    ) async throws(MayflyError) -> Result<[UInt8], MayflyError>? {
        try session.check(bytes)
        let account = session.account
        let scope = isForTerminal ? PictureConversion.Scope.pixels : .first
        let conversion = await CPUAccounting.with(account) { await converter.convertInTurn(bytes, scope: scope) }
        account?.noteHostTime(conversion.time)
        if conversion.result == .failure(.cancelled) { return nil }
        return CPUAccounting.charge(account) {
            isForTerminal ? pixels.keep(conversion, of: digest) : files.keep(conversion, of: digest)
        }
    }
}
