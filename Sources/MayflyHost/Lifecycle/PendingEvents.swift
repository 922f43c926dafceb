internal import MayflyModel

/// The events of a life cycle that wait, in their order.
///
/// Of the extension's requests few wait. An extension can make thousands of requests while one callback runs; their number would
/// have no bound, and neither would the time for which the person's acts wait behind them.
struct PendingEvents: Sendable {
    /// How many of the extension's requests for a style wait.
    static let mostStyles = 8

    private var events: [LifecycleMachine.Event] = []
    /// The styles of the extension's requests that wait, in their order.
    private var styles: [PresentationStyle] = []
    private var hasLoadStickers = false
    private var hasDismiss = false

    var isEmpty: Bool { events.isEmpty }
    /// All of them. The style of the extension's last request may be an older one.
    var all: [LifecycleMachine.Event] { events }

    /// Adds an event after the others. A request of the extension for the style that it asked for last changes nothing (3.8), and
    /// one more than `mostStyles` takes the place of the last. What the extension asks for after `dismiss` has no effect.
    mutating func append(_ event: LifecycleMachine.Event) {
        switch event {
        case .requestStyle(let new, byPerson: false):
            guard !hasDismiss, styles.last != new else { return }
            guard styles.count < Self.mostStyles else { return styles[styles.count - 1] = new }
            styles.append(new)
        case .loadStickers:
            guard !hasDismiss, !hasLoadStickers else { return }
            hasLoadStickers = true
        case .dismiss:
            guard !hasDismiss else { return }
            hasDismiss = true
        default: break
        }
        events.append(event)
    }

    /// Adds an event before the others, which is no request of the extension.
    mutating func insertFirst(_ event: LifecycleMachine.Event) { events.insert(event, at: 0) }

    /// Takes out the first event.
    mutating func takeFirst() -> LifecycleMachine.Event? {
        guard !events.isEmpty else { return nil }
        switch events.removeFirst() {
        case .requestStyle(_, byPerson: false): return .requestStyle(styles.removeFirst(), byPerson: false)
        case .loadStickers:
            hasLoadStickers = false
            return .loadStickers
        case .dismiss:
            hasDismiss = false
            return .dismiss
        case let event: return event
        }
    }

    /// Drops the extension's requests for a style.
    mutating func dropStyles() {
        guard !styles.isEmpty else { return }
        styles = []
        events.removeAll { if case .requestStyle(_, byPerson: false) = $0 { true } else { false } }
    }

    /// Drops all requests of the extension.
    mutating func dropRequests() {
        dropStyles()
        if hasLoadStickers || hasDismiss { events.removeAll { $0 == .loadStickers || $0 == .dismiss } }
        (hasLoadStickers, hasDismiss) = (false, false)
    }

    /// Drops all events but those that open an extension.
    mutating func keepOpenings() {
        dropRequests()
        events.removeAll { if case .open = $0 { false } else { true } }
    }

    /// Drops the events that open an extension.
    mutating func dropOpenings() {
        events.removeAll { if case .open = $0 { true } else { false } }
    }

    /// Changes each event; drops those for which it gives nil. Requests of the extension are kept as they are.
    mutating func update(_ change: (LifecycleMachine.Event) -> LifecycleMachine.Event?) {
        events = events.compactMap { event in
            switch event {
            case .requestStyle, .loadStickers, .dismiss: event
            default: change(event)
            }
        }
    }
}
