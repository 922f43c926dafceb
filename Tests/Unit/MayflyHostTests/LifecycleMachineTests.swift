import MayflyConformance
import MayflyModel
import Testing

@testable import MayflyHost
@testable import MayflyViews

/// Every legal and every illegal step of the life cycle, without a process.
@Suite struct LifecycleMachineTests {
    private let tally: ExtensionID
    private let poll: ExtensionID

    init() throws {
        tally = try #require(ExtensionID(rawValue: "test.tally"))
        poll = try #require(ExtensionID(rawValue: "test.poll"))
    }

    private func item(_ text: String = "m", of id: ExtensionID) -> Item {
        Item(
            sender: ParticipantID(),
            content: .interactive(InteractiveMessage(url: "?\(text)")),
            origin: Origin(extensionID: id, name: "X")
        )
    }

    /// Answers every callback until nothing is called any more; gives the names of what was called, and the rest.
    private func finish(_ machine: inout LifecycleMachine, _ actions: [LifecycleMachine.Action]) -> [String] {
        var names: [String] = []
        var queue = actions
        while !queue.isEmpty {
            let action = queue.removeFirst()
            names.append(Self.name(action))
            switch action {
            case .call: queue += machine.handle(.returned(result: 0))
            case .spawn: queue += machine.handle(.opened)
            case .drain: queue += machine.handle(.drained)
            default: break
            }
        }
        return names
    }

    private static func name(_ action: LifecycleMachine.Action) -> String {
        switch action {
        case .spawn(_, let style): "spawn \(style.name)"
        case .call(let callback): callback.name
        case .drain: "drain"
        case .launched: "launched"
        case .styleChanged(let style): "style \(style.name)"
        case .retire: "retire"
        case .showKeyboard: "keyboard"
        case .suppressed(let callback): "suppressed \(callback.name)"
        case .vanished: "vanished"
        }
    }

    private static let launch = [
        "viewDidLoad", "willBecomeActive", "didBecomeActive", "viewWillAppear", "viewDidAppear", "launched",
    ]
    private static let end = [
        "viewWillDisappear", "viewDidDisappear", "willResignActive", "didResignActive", "retire",
    ]

    private func active(_ id: ExtensionID) -> LifecycleMachine {
        var machine = LifecycleMachine()
        _ = finish(&machine, machine.handle(.open(id, selecting: nil)))
        return machine
    }

    @Test func nothingHappensWithoutAnExtension() {
        var machine = LifecycleMachine()
        let message = item(of: tally)
        let events: [LifecycleMachine.Event] = [
            .opened, .returned(result: 0), .drained, .ended, .close, .dismiss, .memoryWarning, .loadStickers,
            .requestStyle(.expanded, byPerson: true), .requestStyle(.expanded, byPerson: false), .received(message),
            .cancelledSending(message),
            .performed(Submission(actionID: nil, title: "", dataJSON: "{}", inputs: [])),
        ]
        for event in events {
            #expect(machine.handle(event).isEmpty, "\(event)")
            #expect(machine.isIdle, "\(event)")
            #expect(machine.current == nil)
        }
        #expect(machine.handle(.startedSending(message)) == [.suppressed(.didStartSending(message))])
    }

    @Test func launchWaitsForTheWorkerAndForEachCallback() {
        var machine = LifecycleMachine()
        #expect(machine.handle(.open(tally, selecting: nil)) == [.spawn(tally, style: .compact)])
        #expect(machine.handle(.returned(result: 0)).isEmpty)
        #expect(machine.handle(.drained).isEmpty)
        #expect(!machine.hasConversation)
        #expect(machine.handle(.opened) == [.call(.viewDidLoad)])
        #expect(machine.handle(.opened).isEmpty)
        #expect(!machine.isConnected)
        #expect(machine.handle(.returned(result: 0)) == [.call(.willBecomeActive)])
        #expect(machine.isConnected && machine.hasConversation)
        #expect(finish(&machine, machine.handle(.returned(result: 0))) == Array(Self.launch.dropFirst(2)))
        #expect(machine.isIdle)
    }

    @Test(.proves("C-033")) func callsAreCutOffBetweenTheResignCallbacks() {
        var machine = active(tally)
        var actions = machine.handle(.close)
        for expected in ["viewWillDisappear", "viewDidDisappear", "willResignActive"] {
            #expect(actions.map(Self.name) == [expected])
            #expect(machine.isConnected)
            actions = machine.handle(.returned(result: 0))
        }
        #expect(actions == [.call(.didResignActive)])
        #expect(!machine.isConnected && machine.hasConversation)
        #expect(machine.handle(.returned(result: 0)) == [.retire(.compact)])
        #expect(!machine.hasConversation && machine.current == nil)
    }

    @Test func anEarlyStyleRequestWaitsForTheScreen() {
        var machine = LifecycleMachine()
        var actions = machine.handle(.open(tally, selecting: nil))
        actions += machine.handle(.requestStyle(.expanded, byPerson: false))
        // D-07
        #expect(
            finish(&machine, actions)
                == ["spawn compact"] + Self.launch + ["willTransition", "style expanded", "didTransition"]
        )
    }

    @Test func thePersonsStyleBeatsTheExtensions() {
        var machine = active(tally)
        var actions = machine.handle(.memoryWarning)
        actions += machine.handle(.requestStyle(.expanded, byPerson: false))
        actions += machine.handle(.requestStyle(.compact, byPerson: true))
        // The request is discarded, and the person's wish is what is there already.
        #expect(finish(&machine, actions) == ["didReceiveMemoryWarning"])
        #expect(machine.style == .compact)
    }

    @Test(.proves("C-088")) func transitionsNeverNest() {
        var machine = active(tally)
        var actions = machine.handle(.requestStyle(.expanded, byPerson: false))
        actions += machine.handle(.requestStyle(.compact, byPerson: false))
        actions += machine.handle(.requestStyle(.compact, byPerson: false))
        #expect(
            finish(&machine, actions) == [
                "willTransition", "style expanded", "didTransition", "willTransition", "style compact",
                "didTransition",
            ]
        )
    }

    @Test(arguments: [PresentationStyle.compact, .transcript])
    func styleThatChangesNothingCallsNothing(style: PresentationStyle) {
        var machine = active(tally)
        #expect(machine.handle(.requestStyle(style, byPerson: true)).isEmpty)
        #expect(machine.isIdle)
    }

    @Test func selectionIsPreviousInWillSelectAndNewInDidSelect() {
        var machine = active(tally)
        let message = item(of: tally)
        #expect(machine.handle(.open(tally, selecting: message)) == [.call(.willTransition(.expanded))])
        #expect(machine.handle(.returned(result: 0)) == [.call(.willSelect(message))])
        #expect(machine.selected == nil)
        #expect(machine.handle(.returned(result: 0)) == [.call(.didSelect(message))])
        #expect(machine.selected == message)
        #expect(machine.style == .compact)
        #expect(
            machine.handle(.returned(result: 0)) == [.styleChanged(.expanded), .call(.didTransition(.expanded))]
        )
        #expect(machine.style == .expanded)
    }

    @Test(.proves("C-067")) func arrivalsDoNotChangeTheSelection() {
        var machine = active(tally)
        let selected = item("a", of: tally)
        _ = finish(&machine, machine.handle(.open(tally, selecting: selected)))
        #expect(finish(&machine, machine.handle(.received(item("b", of: tally)))) == ["didReceive"])
        #expect(machine.selected == selected)
    }

    @Test func theDrawerIconOfTheOpenExtensionDoesNothing() {
        var machine = active(tally)
        #expect(machine.handle(.open(tally, selecting: nil)).isEmpty)
        #expect(machine.current == tally)
    }

    @Test func anotherExtensionStartsAfterTheFirstHasResigned() {
        var machine = active(tally)
        let names = finish(&machine, machine.handle(.open(poll, selecting: nil)))
        #expect(names == Self.end + ["spawn compact"] + Self.launch)
        #expect(machine.current == poll)
    }

    @Test func dismissDrainsCompletionsFirstAndShowsTheKeyboardLast() {
        var machine = active(tally)
        #expect(machine.handle(.dismiss) == [.drain])
        #expect(machine.handle(.returned(result: 0)).isEmpty)
        #expect(finish(&machine, machine.handle(.drained)) == Self.end + ["keyboard"])
    }

    @Test func whatWaitsWhenAnExtensionRetiresIsDroppedSaveTheWishToOpenOne() {
        var machine = active(tally)
        let message = item(of: tally)
        var actions = machine.handle(.memoryWarning)
        actions += machine.handle(.close)
        actions += machine.handle(.open(poll, selecting: nil))
        actions += machine.handle(.startedSending(message))
        actions += machine.handle(.received(message))
        #expect(
            finish(&machine, actions) == ["didReceiveMemoryWarning"] + Self.end + [
                "suppressed didStartSending", "spawn compact",
            ] + Self.launch
        )
    }

    /// However much it asked for, and however late.
    @Test(arguments: [nil, "test.poll"]) func whoLeavesWaitsForNothingThatTheExtensionAskedFor(_ next: String?) {
        var machine = active(tally)
        var actions = machine.handle(.requestStyle(.expanded, byPerson: false))
        for style in [PresentationStyle.compact, .expanded] {
            actions += machine.handle(.requestStyle(style, byPerson: false))
            actions += machine.handle(.loadStickers)
            actions += machine.handle(.dismiss)
        }
        if next == nil {
            actions += machine.handle(.close)
        } else {
            actions += machine.handle(.open(poll, selecting: nil))
        }
        actions += machine.handle(.loadStickers)
        let opening = next == nil ? [] : ["spawn compact"] + Self.launch
        // What has begun comes to its end.
        #expect(
            finish(&machine, actions) == ["willTransition", "style expanded", "didTransition"] + Self.end + opening
        )
    }

    @Test func whoLeavesWaitsForNoStickersAndNoCompletions() {
        var machine = active(tally)
        #expect(machine.handle(.loadStickers) == [.call(.stickerCount)])
        #expect(machine.handle(.close).isEmpty)
        #expect(finish(&machine, machine.handle(.returned(result: 1000))) == Self.end)
        machine = active(tally)
        #expect(machine.handle(.dismiss) == [.drain])
        #expect(finish(&machine, machine.handle(.close)) == Self.end + ["keyboard"])
    }

    @Test func manyWishesToShowTheStickersAnewAreOne() {
        var machine = active(tally)
        var actions = machine.handle(.memoryWarning)
        for _ in 0..<3 { actions += machine.handle(.loadStickers) }
        #expect(finish(&machine, actions) == ["didReceiveMemoryWarning", "stickerCount"])
    }

    /// One of them runs, and eight wait in their order: of the others the newest decides what is shown at the end.
    @Test(arguments: [(6000, "style expanded"), (6001, "style compact")])
    func ofManyStylesThatAnExtensionAsksForFewWait(count: Int, last: String) {
        var machine = active(tally)
        var actions = machine.handle(.requestStyle(.expanded, byPerson: false))
        for number in 1...count {
            actions += machine.handle(.requestStyle(number.isMultiple(of: 2) ? .expanded : .compact, byPerson: false))
        }
        let styles = finish(&machine, actions).filter { $0.hasPrefix("style ") }
        #expect(styles.count <= PendingEvents.mostStyles + 1)
        #expect(styles.last == last)
        #expect(machine.isIdle)
    }

    /// What else happens waits for the changes that were asked for before it, whatever the extension asks for meanwhile.
    @Test func changesOfSettingsAreToldOnceAndOnlyToWhomIsThere() {
        var machine = active(tally)
        var actions = machine.handle(.settingsChanged)
        #expect(actions == [.call(.didChangeSettings)])
        // What changes while the callback runs is told after it, once.
        for _ in 0..<5 { actions += machine.handle(.settingsChanged) }
        #expect(finish(&machine, actions) == ["didChangeSettings", "didChangeSettings"])
        actions = machine.handle(.close)
        actions += machine.handle(.settingsChanged)
        #expect(finish(&machine, actions) == Self.end)
        #expect(machine.handle(.settingsChanged).isEmpty && machine.isIdle)
    }

    @Test func nothingElseIsOvertakenByNewRequestsForStyles() {
        var machine = active(tally)
        var actions = machine.handle(.requestStyle(.expanded, byPerson: false))
        actions += machine.handle(.requestStyle(.compact, byPerson: false))
        actions += machine.handle(.memoryWarning)
        actions += machine.handle(.requestStyle(.expanded, byPerson: false))
        var names: [String] = []
        while let action = actions.first {
            names.append(Self.name(action))
            actions.removeFirst()
            guard case .call = action else { continue }
            actions += machine.handle(
                .requestStyle(names.count.isMultiple(of: 2) ? .expanded : .compact, byPerson: false)
            )
            actions += machine.handle(.returned(result: 0))
            if names.last == "didReceiveMemoryWarning" || names.count >= 20 { break }
        }
        #expect(names.count < 12 && names.contains("didReceiveMemoryWarning"), "\(names)")
    }

    @Test func whatIsAskedForBeforeDismissalIsDoneAndNothingAfterIt() {
        var machine = active(tally)
        var actions = machine.handle(.memoryWarning)
        actions += machine.handle(.requestStyle(.expanded, byPerson: false))
        actions += machine.handle(.dismiss)
        actions += machine.handle(.requestStyle(.compact, byPerson: false))
        actions += machine.handle(.loadStickers)
        actions += machine.handle(.dismiss)
        #expect(
            finish(&machine, actions) == [
                "didReceiveMemoryWarning", "willTransition", "style expanded", "didTransition", "drain",
            ] + Self.end + ["keyboard"]
        )
    }

    /// Each kind of request can be made again after it was carried out or dropped.
    @Test func requestsAreTakenAgainAfterTheyWereDropped() {
        var machine = active(tally)
        for _ in 0..<2 {
            var actions = machine.handle(.memoryWarning)
            actions += machine.handle(.requestStyle(.expanded, byPerson: false))
            actions += machine.handle(.loadStickers)
            actions += machine.handle(.requestStyle(.compact, byPerson: true))
            #expect(finish(&machine, actions) == ["didReceiveMemoryWarning", "stickerCount"])
        }
        var actions = machine.handle(.memoryWarning)
        actions += machine.handle(.dismiss)
        actions += machine.handle(.open(poll, selecting: nil))
        #expect(finish(&machine, actions) == ["didReceiveMemoryWarning"] + Self.end + ["spawn compact"] + Self.launch)
        #expect(finish(&machine, machine.handle(.dismiss)) == ["drain"] + Self.end + ["keyboard"])
    }

    @Test func whoClosesWhileAnotherIsToComeOpensNothing() {
        var machine = active(tally)
        var actions = machine.handle(.open(poll, selecting: nil))
        actions += machine.handle(.close)
        #expect(finish(&machine, actions) == Self.end)
        #expect(machine.current == nil && machine.isIdle)
    }

    /// A switched off extension that resigns slowly, and what the person opened meanwhile.
    @Test func whatIsRemovedWhileItResignsTakesNoOpeningWithIt() {
        var machine = active(tally)
        var actions = machine.handle(.removed)
        actions += machine.handle(.open(poll, selecting: nil))
        actions += machine.handle(.removed)
        #expect(finish(&machine, actions) == Self.end + ["spawn compact"] + Self.launch)
        #expect(machine.current == poll)
    }

    @Test func whatIsRemovedWhileItWaitsForAnythingResignsNext() {
        var machine = active(tally)
        var actions = machine.handle(.memoryWarning)
        actions += machine.handle(.requestStyle(.expanded, byPerson: false))
        actions += machine.handle(.removed)
        actions += machine.handle(.removed)
        #expect(finish(&machine, actions) == ["didReceiveMemoryWarning"] + Self.end)
        #expect(machine.handle(.removed).isEmpty)
    }

    /// 3.13: nothing is kept for one that is not active yet.
    @Test func anArrivalBeforeItIsActiveIsNotTold() {
        for step in 0..<6 {
            var machine = LifecycleMachine()
            var actions = machine.handle(.open(tally, selecting: nil))
            if step > 0 { actions = machine.handle(.opened) }
            for _ in 1..<max(step, 1) { actions = machine.handle(.returned(result: 0)) }
            let name = actions.last.map(Self.name)
            actions += machine.handle(.received(item(of: tally)))
            let isActive = name == "viewWillAppear" || name == "viewDidAppear"
            #expect(finish(&machine, Array(actions.suffix(1))).contains("didReceive") == isActive, "\(name ?? "")")
        }
    }

    @Test func whatWasSentWhenTheProcessEndsIsNamedInTheLog() {
        var machine = active(tally)
        _ = machine.handle(.memoryWarning)
        let message = item(of: tally)
        #expect(machine.handle(.startedSending(message)).isEmpty)
        #expect(
            machine.handle(.ended)
                == [.vanished(tally, .compact), .showKeyboard, .suppressed(.didStartSending(message))]
        )
    }

    @Test func aProcessThatEndsLeavesNothingBehindInAnyState() {
        for stop in 0..<12 {
            var machine = LifecycleMachine()
            var actions = machine.handle(.open(tally, selecting: item(of: tally)))
            for step in 0..<stop {
                if step == 7 { actions = machine.handle(.dismiss) }
                switch actions.last {
                case .spawn: actions = machine.handle(.opened)
                case .drain: actions = machine.handle(.drained)
                case .call: actions = machine.handle(.returned(result: 0))
                default: break
                }
            }
            _ = machine.handle(.received(item(of: tally)))
            let wasThere = machine.current != nil
            // From the return of didBecomeActive on it is active; from step 7 on it dismisses itself.
            let end = [LifecycleMachine.Action.vanished(tally, .expanded)] + (stop >= 4 ? [.showKeyboard] : [])
            #expect(machine.handle(.ended) == (wasThere ? end : []), "after \(stop) steps")
            #expect(machine.isIdle && machine.current == nil && machine.selected == nil)
            #expect(!machine.isConnected && !machine.hasConversation)
            #expect(machine.handle(.open(poll, selecting: nil)) == [.spawn(poll, style: .compact)])
        }
    }

    @Test func stickersAreAskedForOneByOneUpToTheLimit() {
        var machine = active(tally)
        #expect(machine.handle(.loadStickers) == [.call(.stickerCount)])
        #expect(machine.handle(.returned(result: 2)) == [.call(.stickerAt(0))])
        #expect(machine.handle(.returned(result: 0)) == [.call(.stickerAt(1))])
        #expect(machine.handle(.returned(result: 0)).isEmpty)
        #expect(machine.isIdle)
        var actions = machine.handle(.loadStickers)
        actions = machine.handle(.returned(result: .max))
        var asked = 0
        while case .call(.stickerAt) = actions.first {
            asked += 1
            actions = machine.handle(.returned(result: 0))
        }
        #expect(asked == 1000)
    }

    // MARK: Messages that expire

    /// Model 5.10.
    @Test func whatExpiresIsNotSelectedAnyMore() {
        let (secret, other) = (item("secret", of: tally), item("other", of: tally))
        var machine = LifecycleMachine()
        _ = finish(&machine, machine.handle(.open(tally, selecting: secret)))
        #expect(machine.items == [secret])
        _ = machine.handle(.expired([other.id]))
        #expect(machine.selected == secret)
        #expect(machine.handle(.expired([secret.id])) == [])
        #expect(machine.selected == nil && machine.items.isEmpty)
        #expect(machine.hasConversation && machine.isIdle)
    }

    @Test func whatExpiresBeforeItIsToldIsNotTold() {
        let (secret, other) = (item("secret", of: tally), item("other", of: tally))
        var machine = LifecycleMachine()
        _ = finish(&machine, machine.handle(.open(tally, selecting: nil)))
        let first = machine.handle(.received(other))
        #expect(machine.handle(.received(secret)) == [])
        #expect(machine.handle(.open(tally, selecting: secret)) == [])
        #expect(machine.items.map(\.id) == [secret.id, secret.id])
        #expect(machine.handle(.expired([secret.id])) == [])
        #expect(finish(&machine, first) == ["didReceive"])
        #expect(machine.isIdle && machine.selected == nil)
    }
}
