/// When a process is killed.
enum KillPoint: Sendable {
    /// So long after the line of that number, from 1, was read: mostly while it works at the next step.
    case line(Int, delay: Duration)
    /// The same for the lines that acknowledge something. What follows them is what takes longest: to send, and to deliver.
    case acknowledgement(Int, delay: Duration)
    /// So long after its start.
    case time(Duration)
}
