/// When a worker came to each point of its life, in microseconds from the moment at which its launch began. Nil for a point
/// that it did not come to.
public struct PhaseTimes: Sendable, Hashable, Codable {
    /// Its process runs.
    public package(set) var spawned: Int64?
    /// Its library is open and its instance made.
    public package(set) var opened: Int64?
    /// `viewDidAppear` has returned.
    public package(set) var launched: Int64?
    /// `willResignActive` was called.
    public package(set) var resigned: Int64?
    /// The host sent the signal that ended it.
    public package(set) var killed: Int64?
    /// It was gone, and reaped.
    public package(set) var reaped: Int64?

    package init() {}
}
