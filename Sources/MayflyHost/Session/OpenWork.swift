/// What extensions have under way at the host: calls that are not answered yet, by the number of the worker, and completions of
/// the current extension that were sent and have not returned.
struct OpenWork {
    private var calls: [Int: Int] = [:]
    private var completions = 0
    private var isDraining = false
    /// The worker of the call that waits for the person, or will.
    private var asked: Int?
    /// The same once there is something for the person to do.
    private var shown: Int?

    /// Whether nothing is under way but what waits for the person.
    var isEmpty: Bool { completions == 0 && calls.allSatisfy { $0.value == ($0.key == shown ? 1 : 0) } }
    /// Whether a call waits for the person, or will.
    var waitsForPerson: Bool { asked != nil }
    /// Whether a call of any worker, current or lingering, is not answered yet.
    var hasCalls: Bool { !calls.isEmpty }

    func calls(of worker: Int) -> Int { calls[worker] ?? 0 }

    mutating func beginCall(of worker: Int) { calls[worker, default: 0] += 1 }

    mutating func endCall(of worker: Int) { calls[worker] = calls[worker].flatMap { $0 > 1 ? $0 - 1 : nil } }

    /// A call that was begun will wait for the person: until then it is under way as any other.
    mutating func prepareWaiting(of worker: Int) { asked = worker }

    /// A call that was begun waits for the person from now on.
    mutating func beginWaiting(of worker: Int) { (asked, shown) = (worker, worker) }

    /// The person has done it, and the call is about to have its answer.
    mutating func noteAnswer() { shown = nil }

    /// It waits no longer.
    mutating func endWaiting() { (asked, shown) = (nil, nil) }

    mutating func sendCompletion() { completions += 1 }

    mutating func returnCompletion() { completions -= 1 }

    /// The life cycle waits from now on until nothing of the current extension is under way.
    mutating func beginDraining() { isDraining = true }

    /// Whether that has come: true once, for the worker of the current extension.
    mutating func takeDrained(_ worker: Int) -> Bool {
        guard isDraining, completions == 0, calls[worker] == nil else { return false }
        isDraining = false
        return true
    }

    /// The current extension has resigned or ended: its completions are not waited for. Its calls still get their answers.
    mutating func dropCurrent() { (completions, isDraining) = (0, false) }
}
