/// A call that has an answer, in a trace of several launches.
struct CallKey: Hashable {
    let launch: Int
    let token: UInt64

    /// The call that a step is about.
    init(_ line: TraceLine) { (launch, token) = (line.launch, line.token) }
}
