/// Where one call of an extension waits for the picture that a window provides.
struct PicturePlace: PictureProvider {
    /// What the window says to a request.
    enum Answer: Sendable {
        case picture([UInt8])
        /// The person gives none.
        case cancelled
        /// There is no camera, or no picture can be chosen.
        case unavailable
    }

    private struct Unavailable: Error {}

    private let answers: AsyncStream<Answer>
    private let input: AsyncStream<Answer>.Continuation

    init() { (answers, input) = AsyncStream<Answer>.makeStream() }

    /// Ends the wait.
    func give(_ answer: Answer) {
        input.yield(answer)
        input.finish()
    }

    func picture(for request: ProviderRequest) async throws -> [UInt8]? {
        for await answer in answers {
            switch answer {
            case .picture(let bytes): return bytes
            case .cancelled: return nil
            case .unavailable: throw Unavailable()
            }
        }
        throw CancellationError()
    }
}
