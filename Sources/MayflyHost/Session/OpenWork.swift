/// What extensions have under way at the host: calls that are not answered yet, by the number of the worker, and completions of
/// the current extension that were sent and have not returned.
struct OpenWork {
    private var calls: [Int: Int] = [:]
    private var completions = 0
    private var isDraining = false
    /// The worker of the call that waits for the person.
    private var asked: Int?
    /// Whether the person has done it, and the call is about to have its answer.
    private var isAnswered = false

    /// Whether nothing is under way but what waits for the person.
    var isEmpty: Bool { completions == 0 && calls.allSatisfy { $0.value == ($0.key == asked && !isAnswered ? 1 : 0) } }
    /// Whether a call waits for the person.
    var waitsForPerson: Bool { asked != nil }
    /// Whether a call of any worker, current or lingering, is not answered yet.
    var hasCalls: Bool { !calls.isEmpty }

    func calls(of worker: Int) -> Int { calls[worker] ?? 0 }

    mutating func beginCall(of worker: Int) { calls[worker, default: 0] += 1 }

    mutating func endCall(of worker: Int) { calls[worker] = calls[worker].flatMap { $0 > 1 ? $0 - 1 : nil } }

    /// A call that was begun waits for the person from now on.
    mutating func beginWaiting(of worker: Int) { (asked, isAnswered) = (worker, false) }

    /// The person has done it.
    mutating func noteAnswer() { isAnswered = true }

    /// It waits no longer.
    mutating func endWaiting() { (asked, isAnswered) = (nil, false) }

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
