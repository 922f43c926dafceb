public import MayflyModel

/// What the host allows an extension, and how it keeps a conversation. The defaults are those of the design's policy table.
public struct Policy: Sendable, Hashable {
    /// From the start of the process to the return of `viewDidAppear`.
    public var launch: Duration = .seconds(5)
    /// For each callback and each completion (D-11).
    public var callback: Duration = .seconds(2)
    /// How long each callback of a change of style may take before it is reported as slow (C-092).
    public var transition: Duration = .milliseconds(100)
    /// For each of the two resign callbacks.
    public var resign: Duration = .milliseconds(250)
    /// How long a worker stays, frozen, after `didResignActive`; zero ends it at once (D-11).
    public var linger: Duration = .seconds(5)
    /// How many workers of a window may linger at once; the oldest is ended first.
    public var lingerers = 3
    /// How long what a person does waits for an extension that never comes to rest.
    public var patience: Duration = .seconds(5)
    /// For the answer of a call that waits for a store or a server, from the moment it was made.
    public var service: Duration = .seconds(10)
    /// How many such calls of one extension may wait for their answers; more are refused.
    public var openCalls = 64
    /// For the conversion of one picture that is sent; after it the picture goes out as it is.
    public var conversion: Duration = .seconds(10)
    /// How many calls and printed lines of one extension may wait for the host before it is made to wait.
    public var waitingReports = 1024
    /// How much memory of its own a worker may have, in KiB. It is warned at four fifths of it.
    public var memoryLimitKiB = 128 * 1024
    /// How often the memory of an extension on screen is looked at.
    public var memoryCheck: Duration = .milliseconds(100)
    /// How long a message that expires stays after it was read (D-26).
    public var expiry: Duration = .seconds(120)
    /// What is left of a collapsed message without summary text (C-166).
    public var summaryFallback = SummaryFallback.remove

    public init() {}
}
