internal import MayflyLinux

/// What runs of extensions need.
package struct RunSettings: Sendable {
    /// An empty folder of the caller, in which each run makes a home folder, and removes it.
    package var folder: String
    /// The largest number of runs at a time.
    package var jobs: Int
    /// Decides the order of checks and taps; 0 leaves the order of the list and of the card.
    package var seed: UInt64

    package init(folder: String, jobs: Int = 1, seed: UInt64 = 0) {
        (self.folder, self.jobs, self.seed) = (folder, jobs, seed)
    }
}

/// The runs of one extension.
struct ExtensionRuns: Sendable {
    let path: String
    let settings: RunSettings
    let turns: AsyncSemaphore
}
