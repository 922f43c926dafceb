package import MayflyHost

/// The notes about extensions that a session prints next.
package struct SessionNotes: Sendable {
    package private(set) var notes: [ExtensionNote] = []
    /// How many there may be; nil for any number.
    private let limit: Int?

    private static let shownAtTerminal = 12

    package init(for display: Display) {
        limit =
            switch display {
            // The events themselves have them.
            case .events: 0
            case .changes: nil
            case .screen: Self.shownAtTerminal
            }
    }

    /// Of too many, the newest stay.
    package mutating func add(_ more: [ExtensionNote]) {
        notes += more
        if let limit, notes.count > limit { notes.removeFirst(notes.count - limit) }
    }
}
