package import MayflyModel
package import MayflyViews

/// The life cycle of the one active extension of a window, as pure values: events in, actions out (model 3).
///
/// It has no clock and no side effects. Each sequence is a list of steps. A step that needs an answer stops the list until the
/// answer comes; events that come meanwhile wait in their order. So callbacks never overlap (D-01).
package struct LifecycleMachine: Sendable {
    /// What the person, the conversation, the extension or its worker did.
    package indirect enum Event: Sendable, Equatable {
        /// The person opens an extension: from the drawer, or by a tap on one of its bubbles.
        case open(ExtensionID, selecting: Item?)
        /// The worker has loaded the library and made the instance.
        case opened
        /// The callback that was called has returned; the number is the result of `stickerCount`.
        case returned(result: UInt64)
        case requestStyle(PresentationStyle, byPerson: Bool)
        case received(Item)
        /// The content of these messages was deleted, because their time is over (model 5.10).
        case expired([ItemID])
        case startedSending(Item)
        case cancelledSending(Item)
        case performed(Submission)
        /// The person swiped over the view.
        case swiped(SwipeDirection)
        case memoryWarning
        /// What the person has set of the extension has changed.
        case settingsChanged
        case loadStickers
        case dismiss
        /// All completions that were sent have returned.
        case drained
        /// The person closes the extension, or leaves the conversation.
        case close
        /// The extension on screen was disabled or uninstalled (3.16).
        case removed
        /// The process of the worker has ended.
        case ended
    }

    /// What the owner must do now, in order.
    package enum Action: Sendable, Equatable {
        case spawn(ExtensionID, style: PresentationStyle)
        /// Call the extension, and answer with `returned`.
        case call(Callback)
        /// Answer with `drained` when no completion is under way.
        case drain
        /// The extension is on screen; the launch deadline is met.
        case launched
        case styleChanged(PresentationStyle)
        /// Nothing of the extension, which was in this style, is on screen any more. Its process may linger.
        case retire(PresentationStyle)
        /// Show the keyboard if the input field is not empty (K-06).
        case showKeyboard
        /// The callback was due, but there is no active extension to call (D-14).
        case suppressed(Callback)
        /// The process ended while its extension was in use, in this style (3.14).
        case vanished(ExtensionID, PresentationStyle)
    }

    private enum Step: Equatable {
        case call(Callback)
        /// Asks for that sticker and for all after it, as one step: to take the first of a thousand steps moves the others.
        case stickers(from: UInt32, count: UInt32)
        case drain
        case beginConversation
        /// didBecomeActive has returned.
        case activate
        case endConversation
        indirect case select(Item)
        case style(PresentationStyle)
        case launched
        case disconnect
        case retire
        case showKeyboard
    }

    private enum Waiting: Equatable {
        case opened, drained
        case returned(Callback)
    }

    private enum Phase: Equatable {
        case none
        /// Before didBecomeActive has returned.
        case launching
        /// Active, and not on screen yet.
        case appearing
        case active
        case resigning
    }

    /// The extension that is launching, active or resigning.
    private(set) var current: ExtensionID?
    package private(set) var style = PresentationStyle.compact
    /// The tapped message; set before willBecomeActive, changed only by taps (C-054, C-067).
    private(set) var selected: Item?
    /// Whether the extension is told of a conversation (C-029).
    private(set) var hasConversation = false
    /// Whether its conversation calls are accepted (model 4.7).
    package private(set) var isConnected = false

    private var phase = Phase.none
    private var steps: [Step] = []
    private var waiting: Waiting?
    private var pending = PendingEvents()

    package init() {}

    /// Whether the extension may ask for a style: also before it is told of a conversation (D-07).
    var takesRequestsForStyle: Bool { isConnected || phase == .launching }

    /// Whether nothing is under way and nothing waits.
    package var isIdle: Bool { waiting == nil && steps.isEmpty && pending.isEmpty }

    /// Takes one event and gives the actions that follow from it.
    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .opened where waiting == .opened: waiting = nil
        case .drained where waiting == .drained: waiting = nil
        case .returned(let result):
            guard case .returned(let callback) = waiting else { return [] }
            waiting = nil
            if callback == .stickerCount, !isLeaving { askForStickers(result) }
        case .opened, .drained: return []
        case .ended: return vanish() + advance()
        case .requestStyle(_, byPerson: true):
            // The request of the person replaces the pending requests of the extension (C-087).
            pending.dropStyles()
            pending.append(event)
        // 3.13: whoever is not active is not told, and nothing is kept for later.
        case .received where phase == .none || phase == .launching || phase == .resigning: return []
        case .startedSending(let item) where phase == .none || phase == .resigning:
            return [.suppressed(.didStartSending(item))]
        case .cancelledSending where phase == .none || phase == .resigning: return []
        // One callback tells of all changes.
        case .settingsChanged where phase == .none || phase == .resigning || pending.all.contains(.settingsChanged):
            return []
        case .expired(let ids):
            forget(Set(ids))
            return []
        case .close:
            leave()
            // The extensions that were to be opened next are not opened either.
            pending.dropOpenings()
            pending.append(event)
        case .removed:
            // It resigns already, or is about to. What was opened after it is not concerned.
            if phase == .none || phase == .resigning || isLeaving { return [] }
            leave()
            pending.insertFirst(.close)
        default:
            if endsCurrent(event) { leave() }
            // The common case: nothing is under way, and the event need not wait.
            if isIdle { return advance(with: event) }
            pending.append(event)
        }
        return advance()
    }

    /// Whether this event of the person ends the extension on screen.
    func endsCurrent(_ event: Event) -> Bool {
        guard let current else { return false }
        switch event {
        case .close, .removed: return true
        case .open(let id, _): return id != current
        default: return false
        }
    }

    /// The items that it holds: the selected one, and those that callbacks are to tell.
    var items: [Item] {
        let planned = steps.compactMap { step -> Item? in
            switch step {
            case .call(let callback): callback.item
            case .select(let item): item
            default: nil
            }
        }
        let waiting = pending.all.compactMap { event -> Item? in
            switch event {
            case .received(let item), .open(_, selecting: let item?): item
            default: nil
            }
        }
        return [selected].compactMap(\.self) + planned + waiting
    }

    /// Messages without content are not told, and none of them stays selected.
    private mutating func forget(_ ids: Set<ItemID>) {
        func isGone(_ item: Item?) -> Bool { item.map { ids.contains($0.id) } ?? false }
        if isGone(selected) { selected = nil }
        steps.removeAll { step in
            switch step {
            case .call(let callback): isGone(callback.item)
            case .select(let item): isGone(item)
            default: false
            }
        }
        pending.update { event in
            switch event {
            case .received(let item) where isGone(item): nil
            case .open(let id, let item) where isGone(item): .open(id, selecting: nil)
            default: event
            }
        }
    }

    private var isLeaving: Bool { pending.all.contains(where: endsCurrent) }

    /// Closing drops the extension's pending requests, the rest of its stickers and the wait for its completions.
    private mutating func leave() {
        steps.removeAll { if case .stickers = $0 { true } else { $0 == .drain } }
        if waiting == .drained { waiting = nil }
        pending.dropRequests()
    }

    // MARK: Running the steps

    private mutating func advance(with event: Event? = nil) -> [Action] {
        var actions: [Action] = []
        if let event { plan(event, &actions) }
        while waiting == nil {
            if steps.isEmpty {
                guard let event = pending.takeFirst() else { break }
                plan(event, &actions)
            } else {
                run(steps.removeFirst(), &actions)
            }
        }
        return actions
    }

    private mutating func run(_ step: Step, _ actions: inout [Action]) {
        switch step {
        case .call(let callback):
            waiting = .returned(callback)
            actions.append(.call(callback))
        case .stickers(let index, let count):
            if index + 1 < count { steps.insert(.stickers(from: index + 1, count: count), at: 0) }
            run(.call(.stickerAt(index)), &actions)
        case .drain:
            waiting = .drained
            actions.append(.drain)
        case .beginConversation:
            hasConversation = true
            isConnected = true
        case .activate: phase = .appearing
        case .endConversation:
            hasConversation = false
            selected = nil
        case .select(let item): selected = item
        case .style(let new):
            style = new
            actions.append(.styleChanged(new))
        case .launched:
            phase = .active
            actions.append(.launched)
        case .disconnect: isConnected = false
        case .retire:
            phase = .none
            current = nil
            actions.append(.retire(style))
            dropEventsOfRetired(&actions)
        case .showKeyboard: actions.append(.showKeyboard)
        }
    }

    /// Drops the pending events of the extension that was on screen. Only events that open an extension remain.
    private mutating func dropEventsOfRetired(_ actions: inout [Action]) {
        for case .startedSending(let item) in pending.all { actions.append(.suppressed(.didStartSending(item))) }
        pending.keepOpenings()
    }

    private mutating func askForStickers(_ count: UInt64) {
        let most = UInt32(clamping: min(count, 1000))
        if most > 0 { steps.insert(.stickers(from: 0, count: most), at: 0) }
    }

    /// Model 3.14: no further callback is called, and none is repeated. Only events that open an extension remain. The keyboard
    /// comes back if the extension was active, or had dismissed itself.
    private mutating func vanish() -> [Action] {
        guard let gone = current else { return [] }
        var actions = [Action.vanished(gone, style)]
        if phase == .appearing || phase == .active || steps.contains(.showKeyboard) { actions.append(.showKeyboard) }
        steps = []
        waiting = nil
        dropEventsOfRetired(&actions)
        phase = .none
        current = nil
        selected = nil
        hasConversation = false
        isConnected = false
        return actions
    }

    // MARK: The sequences of the model

    private mutating func plan(_ event: Event, _ actions: inout [Action]) {
        if case .open(let id, let item) = event { return open(id, selecting: item, &actions) }
        // All other events are about the extension on screen. Without one they have no effect.
        guard current != nil else { return }
        switch event {
        case .requestStyle(let new, _): if new != style, new != .transcript { steps = Self.transition(to: new) }
        case .received(let item): steps = [.call(.didReceive(item))]
        case .startedSending(let item): steps = [.call(.didStartSending(item))]
        case .cancelledSending(let item): steps = [.call(.didCancelSending(item))]
        case .performed(let action): run(.call(.didPerformAction(action)), &actions)
        // In compact style the host handles swipes (C-073, C-091).
        case .swiped(let direction): if style == .expanded { steps = [.call(.didSwipe(direction))] }
        case .memoryWarning: steps = [.call(.didReceiveMemoryWarning)]
        case .settingsChanged: steps = [.call(.didChangeSettings)]
        case .loadStickers: steps = [.call(.stickerCount)]
        case .dismiss:
            phase = .resigning
            steps = [.drain] + Self.deactivation + [.showKeyboard]
        case .close:
            phase = .resigning
            steps = Self.deactivation
        case .open, .opened, .returned, .drained, .ended, .removed, .expired: break
        }
    }

    private mutating func open(_ id: ExtensionID, selecting item: Item?, _ actions: inout [Action]) {
        if current == id {
            if let item { steps = Self.selection(of: item, in: style) }
        } else if current != nil {
            // 3.6: the current extension resigns first; then this event is handled again.
            phase = .resigning
            pending.insertFirst(.open(id, selecting: item))
            steps = Self.deactivation
        } else {
            phase = .launching
            current = id
            style = item == nil ? .compact : .expanded
            selected = item
            waiting = .opened
            steps = Self.launch
            actions.append(.spawn(id, style: style))
        }
    }

    /// 3.1, after the instance is made; 3.3 differs only in the style and the selected message.
    private static let launch: [Step] = [
        .call(.viewDidLoad), .beginConversation, .call(.willBecomeActive), .call(.didBecomeActive), .activate,
        .call(.viewWillAppear), .call(.viewDidAppear), .launched,
    ]

    /// 3.2: how an extension resigns.
    private static let deactivation: [Step] = [
        .call(.viewWillDisappear), .call(.viewDidDisappear), .call(.willResignActive), .disconnect,
        .call(.didResignActive), .endConversation, .retire,
    ]

    /// 3.4 from compact, 3.5 when already expanded.
    private static func selection(of item: Item, in style: PresentationStyle) -> [Step] {
        let select: [Step] = [.call(.willSelect(item)), .select(item), .call(.didSelect(item))]
        guard style == .compact else { return select }
        return [.call(.willTransition(.expanded))] + select + [.style(.expanded), .call(.didTransition(.expanded))]
    }

    /// 3.8: a change of style.
    private static func transition(to style: PresentationStyle) -> [Step] {
        [.call(.willTransition(style)), .style(style), .call(.didTransition(style))]
    }
}
