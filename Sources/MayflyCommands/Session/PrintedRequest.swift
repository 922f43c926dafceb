internal import MayflyHost
internal import MayflyModel

/// What an extension asks the person for, in the words that a session prints.
protocol PersonRequest: Sendable {
    /// The number by which it is answered.
    var number: Int { get }
    /// Why an answer counts for nothing where nothing is asked.
    static var nothingAsked: String { get }
    /// Why it counts for nothing right after it was printed.
    static var askedJustNow: String { get }

    func rows(width: Int) -> [String]
}

/// The request of a kind that was printed last, and since when it is there.
struct PrintedRequest<Request: PersonRequest> {
    private var printed: (request: Request, moment: ContinuousClock.Instant)?
    /// Whether an earlier drawing has printed it.
    private var isOld = false

    /// Nothing is printed.
    var isEmpty: Bool { printed == nil }

    /// The next drawing has this one.
    mutating func print(_ request: Request?) {
        isOld = request != nil && printed?.request.number == request?.number
        if !isOld { printed = request.map { ($0, .now) } }
    }

    /// Its rows in the next drawing. At a screen they stand in each, and elsewhere in the first one and where `all` is shown.
    func rows(at display: Display, width: Int, all: Bool) -> [String] {
        guard let printed, display.isScreen || all || !isOld else { return [] }
        return printed.request.rows(width: width)
    }

    /// What the person answers who has entered a line at this moment: it must not follow the question too closely. Nil for a script, which
    /// answers `current`.
    func answered(at moment: ContinuousClock.Instant?, or current: Request?) throws(MayflyError) -> Request {
        guard let request = moment == nil ? current : printed?.request else {
            throw MayflyError(.notPossibleNow, Request.nothingAsked)
        }
        if let moment, let printed, moment - printed.moment < ShownDraft().pause {
            throw MayflyError(.notAsShown, Request.askedJustNow)
        }
        return request
    }
}
