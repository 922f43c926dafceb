/// Tells what builds write among the sources from what the author changes there meanwhile.
///
/// What changes during two builds in a row is of the builds: it starts nothing. What changes during one build only may be an edit, so
/// it starts the next one.
package struct BuildWrites: Sendable {
    /// After so many builds, each started by what changed during the one before, it is the build that makes other files each time.
    private static let mostInARow = 3

    private var last: Set<String> = []
    private var inARow = 0
    /// The paths whose changes start nothing.
    package private(set) var own: Set<String> = []

    package init() {}

    /// Takes what changed during a build. Returns what is known from now on to be written by builds, in order.
    package mutating func note(_ changed: [String]) -> [String] {
        let changed = Set(changed)
        inARow = changed.subtracting(own).isEmpty ? 0 : inARow + 1
        var written = changed.intersection(last)
        if inARow >= Self.mostInARow { (written, inARow) = (changed, 0) }
        let new = written.subtracting(own)
        // What a build wrote before, and not now, may be written by the author.
        own = own.intersection(changed).union(written)
        last = changed
        return new.sorted()
    }
}
